import 'reflect-metadata';
import type { DynamicModule, INestApplicationContext, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { PortsModule } from '../../backend/src/app.module';
import { Clock } from '../../backend/src/kernel/clock';
import { type Config, readConfig } from '../../backend/src/kernel/config';
import { noSecurityLog, SecurityLog } from '../../backend/src/observability/security-log';
import { SharedModule } from '../../backend/src/shared/shared.module';
import { ACCOUNTS, type Accounts } from '../../backend/src/stores/accounts/accounts';
import { CLAIMS, type Claims } from '../../backend/src/stores/claims/claims';
import { EVENT_LOG, type EventLog } from '../../backend/src/stores/event-log/event-log';
import { READ_MODELS, type ReadModels } from '../../backend/src/stores/read-models/read-models';

/** The stores of a data folder, opened like the application does, without followers of the log. */
export interface Ports {
  readonly context: INestApplicationContext;
  readonly log: EventLog;
  readonly store: ReadModels;
  readonly accounts: Accounts;
  readonly claims: Claims;
}

/** The installation of a data folder, with the servers in this process's environment. */
export const configOf = (folder: string): Config => readConfig({ ...process.env, GOS_DATA_DIR: folder });

export const withPorts = <T>(folder: string, work: (ports: Ports) => Promise<T>): Promise<T> =>
  withModules(folder, [], work);

const tellsNobody: DynamicModule = {
  module: class TellsNobody {},
  global: true,
  providers: [{ provide: SecurityLog, useValue: noSecurityLog }],
  exports: [SecurityLog],
};

/** The same, with readers of people, sessions and documents. */
export const withEntities = <T>(folder: string, work: (ports: Ports) => Promise<T>): Promise<T> =>
  withModules(folder, [tellsNobody, SharedModule], work);

async function withModules<T>(
  folder: string,
  more: readonly (Type | DynamicModule)[],
  work: (ports: Ports) => Promise<T>,
): Promise<T> {
  const ported = PortsModule.with(configOf(folder), new Clock());
  const context = await NestFactory.createApplicationContext(
    { module: class Bench {}, imports: [ported, ...more] },
    { logger: ['error'] },
  );
  const ports: Ports = {
    context,
    log: context.get<EventLog>(EVENT_LOG),
    store: context.get<ReadModels>(READ_MODELS),
    accounts: context.get<Accounts>(ACCOUNTS),
    claims: context.get<Claims>(CLAIMS),
  };
  try {
    return await work(ports);
  } finally {
    await Promise.all([ports.log.close(), ports.store.close(), ports.accounts.close(), ports.claims.close()]);
  }
}

/** The end of the log; null when it is empty. */
export const logEnd = (folder: string): Promise<string | null> => withPorts(folder, ({ log }) => log.end());

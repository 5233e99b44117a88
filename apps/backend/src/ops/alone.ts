import type { INestApplicationContext, LogLevel } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ACCOUNTS } from '../accounts/accounts';
import { AppModule, PortsModule } from '../app.module';
import { BROADCAST, type Broadcast } from '../broadcast/broadcast';
import { CLAIMS } from '../claims/claims';
import type { Config } from '../config';
import { Clock } from '../cqrs/clock';
import { EVENT_LOG } from '../event-log/event-log';
import { FILES } from '../files/files';
import { JOBS, type Jobs } from '../jobs/jobs';
import { Lifecycle } from '../lifecycle';
import { MAIL } from '../mail/mail';
import { READ_MODELS } from '../read-models/read-models';
import { Operations } from './operations';
import { mustBeImported } from './preconditions';
import type { Stores } from './stores';

const quiet = { logger: ['error'] as LogLevel[], abortOnError: false };
const ports = [JOBS, MAIL, BROADCAST, EVENT_LOG, READ_MODELS, ACCOUNTS, CLAIMS, FILES];

/**
 * Works in the whole application, without anybody whom it serves: what nobody leads, it leads.
 * @throws StoreUnavailable when a store is away: who typed the command does not wait for it
 */
export async function aloneInApp<T>(config: Config, work: (operations: Operations) => Promise<T>): Promise<T> {
  await withStores(config, ({ log, accounts }) => Promise.all([log.end(), mustBeImported(accounts)]));
  const app = await NestFactory.createApplicationContext(AppModule.with({ ...config, role: 'all' }), quiet);
  try {
    await app.get(Lifecycle, { strict: false }).started();
    return await work(app.get(Operations, { strict: false }));
  } finally {
    await app.close();
  }
}

/** Works on the stores alone: nothing follows the log, nothing acts. */
export async function withStores<T>(
  config: Config,
  work: (stores: Stores & { readonly broadcast: Broadcast; readonly jobs: Jobs }) => Promise<T>,
): Promise<T> {
  const app = await NestFactory.createApplicationContext(PortsModule.with(config, new Clock()), quiet);
  try {
    return await work({
      log: app.get(EVENT_LOG, { strict: false }),
      accounts: app.get(ACCOUNTS, { strict: false }),
      claims: app.get(CLAIMS, { strict: false }),
      files: app.get(FILES, { strict: false }),
      broadcast: app.get(BROADCAST, { strict: false }),
      jobs: app.get(JOBS, { strict: false }),
    });
  } finally {
    await closeAll(app);
  }
}

async function closeAll(app: INestApplicationContext): Promise<void> {
  for (const port of ports) {
    await app.get<{ close?: () => Promise<void> }>(port, { strict: false }).close?.();
  }
  await app.close();
}

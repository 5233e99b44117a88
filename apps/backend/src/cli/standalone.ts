import { ConsoleLogger, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AppModule, PortsModule } from '../app.module';
import { StoreIdentity } from '../engine/parts/store-identity';
import { Clock } from '../kernel/clock';
import type { Config } from '../kernel/config';
import { Lifecycle } from '../operator/lifecycle';
import { Operations } from '../operator/ops/operations';
import { assertImported } from '../operator/ops/preconditions';
import type { Stores } from '../operator/ops/stores';
import { ACCOUNTS } from '../stores/accounts/accounts';
import { BROADCAST, type Broadcast } from '../stores/broadcast/broadcast';
import { CLAIMS } from '../stores/claims/claims';
import { EVENT_LOG } from '../stores/event-log/event-log';
import { FILES } from '../stores/files/files';
import { JOBS, type Jobs } from '../stores/jobs/jobs';
import { MAIL } from '../stores/mail/mail';
import { READ_MODELS, type ReadModels } from '../stores/read-models/read-models';

/** Errors only, without those that Nest throws as well: the command says them in one sentence. */
class QuietLogger extends ConsoleLogger {
  constructor() {
    super({ logLevels: ['error'] });
  }

  override error(message: unknown, ...more: unknown[]): void {
    if (more.at(-1) !== 'ExceptionHandler') super.error(message, ...more);
  }
}

const quiet = { logger: new QuietLogger(), abortOnError: false };
const ports = [JOBS, MAIL, BROADCAST, EVENT_LOG, READ_MODELS, ACCOUNTS, CLAIMS, FILES];

/**
 * Runs work in the whole application, without serving requests or doing anything by itself. It leads wherever no other process
 * does.
 * @throws StoreUnavailable at once when a store is away: the person at the terminal should not have to wait
 */
export async function inStandaloneApp<T>(config: Config, work: (operations: Operations) => Promise<T>): Promise<T> {
  await withStores(config, ({ log, accounts }) => Promise.all([log.end(), assertImported(accounts)]));
  const app = await NestFactory.createApplicationContext(
    AppModule.with({ ...config, role: 'all', background: false }),
    quiet,
  );
  try {
    await app.get(Lifecycle, { strict: false }).started();
    return await work(app.get(Operations, { strict: false }));
  } finally {
    await app.close();
  }
}

/** The unguarded stores: `parts` checks whether they belong together. */
export interface OpenStores extends Stores {
  readonly parts: StoreIdentity;
  readonly readModels: ReadModels;
  readonly broadcast: Broadcast;
  readonly jobs: Jobs;
}

/** Runs work on the stores alone: no projector, no reactor and no worker is started. */
export async function withStores<T>(config: Config, work: (stores: OpenStores) => Promise<T>): Promise<T> {
  const app = await NestFactory.createApplicationContext(PortsModule.with(config, new Clock()), quiet);
  try {
    return await work({
      parts: app.get(StoreIdentity, { strict: false }),
      readModels: app.get(READ_MODELS, { strict: false }),
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

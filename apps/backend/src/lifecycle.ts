import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { ACCOUNTS, type Accounts } from './accounts/accounts';
import { BROADCAST, type Broadcast } from './broadcast/broadcast';
import { CLAIMS, type Claims } from './claims/claims';
import { LEADING, type Leading } from './cqrs/leadership';
import { Projections } from './cqrs/projections';
import { Reactor } from './cqrs/reactor';
import { EVENT_LOG, type EventLog } from './event-log/event-log';
import { FILES, type Files } from './files/files';
import { JOBS, type Jobs } from './jobs/jobs';
import { MAIL, type Mail } from './mail/mail';
import { READ_MODELS, type ReadModels } from './read-models/read-models';

/** How often connections that fell idle are closed while stopping, and how long whoever still sends or reads is waited for. */
const idleMs = 50;
const patienceMs = 8_000;
/** How long a screen that was told of the end may take to say so too: one that sleeps never does. */
const goodbyeMs = 1_000;

/** Starts what follows the log before the first request is taken, and stops it after the last. */
@Injectable()
export class Lifecycle implements OnModuleInit, BeforeApplicationShutdown, OnApplicationShutdown {
  private letting: NodeJS.Timeout | undefined;
  private readonly screens = new Set<Duplex>();

  constructor(
    private readonly http: HttpAdapterHost,
    private readonly projections: Projections,
    private readonly reactor: Reactor,
    @Inject(LEADING) private readonly leading: Leading,
    @Inject(EVENT_LOG) private readonly log: EventLog,
    @Inject(READ_MODELS) private readonly store: ReadModels,
    @Inject(ACCOUNTS) private readonly accounts: Accounts,
    @Inject(CLAIMS) private readonly claims: Claims,
    @Inject(BROADCAST) private readonly broadcast: Broadcast,
    @Inject(JOBS) private readonly jobs: Jobs,
    @Inject(MAIL) private readonly mail: Mail,
    @Inject(FILES) private readonly files: Files,
  ) {}

  /** Where others have a part in the documents they may come late: until then requests are answered so. */
  async onModuleInit(): Promise<void> {
    this.server?.on?.('upgrade', (_, screen) => {
      this.screens.add(screen);
      screen.once('close', () => this.screens.delete(screen));
    });
    const started = this.projections.start();
    if (!this.leading.shared) await started;
    await this.reactor.start();
  }

  /** A browser keeps its connection open after the answer; the server would wait for it for more than a minute. */
  beforeApplicationShutdown(): void {
    const since = performance.now();
    this.letting = setInterval(() => {
      const waited = performance.now() - since;
      if (waited < patienceMs) this.server?.closeIdleConnections?.();
      else this.server?.closeAllConnections?.();
      if (waited >= goodbyeMs) for (const screen of this.screens) screen.destroy();
    }, idleMs);
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.letting);
    await this.jobs.close();
    await this.reactor.stop();
    await this.projections.stop();
    await this.mail.close();
    await this.files.close();
    await this.broadcast.close();
    await this.log.close();
    await this.store.close();
    await this.accounts.close();
    await this.claims.close();
  }

  private get server(): Partial<Server> | undefined {
    return this.http.httpAdapter?.getHttpServer() as Partial<Server> | undefined;
  }
}

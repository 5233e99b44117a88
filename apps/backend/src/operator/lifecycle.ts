import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { Reactor } from '../engine/commands/reactor';
import { LEADERSHIPS, type Leaderships } from '../engine/coordination/leadership';
import { Worker } from '../engine/jobs/worker';
import { StoreIdentity } from '../engine/parts/store-identity';
import { MarkKeeper } from '../engine/projections/mark-keeper';
import { Projections } from '../engine/projections/projections';
import { CONFIG, type Config, ConfigError, shortSecret } from '../kernel/config';
import { secretMin } from '../kernel/secret-file';
import { InstallationMismatch, StoreDamaged, StoreUnavailable } from '../kernel/store-errors';
import { InstallationSettings } from '../shared/installation/settings';
import { People } from '../shared/user/people';
import { ACCOUNTS, type Accounts } from '../stores/accounts/accounts';
import { BROADCAST, type Broadcast } from '../stores/broadcast/broadcast';
import { CLAIMS, type Claims } from '../stores/claims/claims';
import { EVENT_LOG, type EventLog } from '../stores/event-log/event-log';
import { FILES, type Files } from '../stores/files/files';
import { JOBS, type Jobs } from '../stores/jobs/jobs';
import { MAIL, type Mail } from '../stores/mail/mail';
import { READ_MODELS, type ReadModels } from '../stores/read-models/read-models';
import { assertRestored } from './ops/backup';
import { assertImported } from './ops/preconditions';

/** Interval of closing idle connections during a shutdown; `patienceMs` bounds the wait for requests under way. */
const idleMs = 50;
const shutdownTimeoutMs = 8_000;
/** How long a shutdown waits for a browser to answer the close of its socket; a sleeping one never answers. */
const goodbyeMs = 1_000;

/** Interval of retries while a store is not reachable yet. */
const retryMs = 1_000;

/** Starts all followers of the log before the first request is accepted, and stops them after the last one. */
@Injectable()
export class Lifecycle implements OnModuleInit, BeforeApplicationShutdown, OnApplicationShutdown {
  private readonly logger = new Logger(Lifecycle.name);
  private isEnding = false;
  private letting: NodeJS.Timeout | undefined;
  private readonly screens = new Set<Duplex>();
  private readonly stopping = new AbortController();
  private starting: Promise<void> | undefined;
  private meet: () => void = () => {};
  private readonly met = new Promise<void>((resolve) => (this.meet = resolve));

  constructor(
    private readonly http: HttpAdapterHost,
    private readonly projections: Projections,
    private readonly reactor: Reactor,
    private readonly worker: Worker,
    private readonly people: People,
    private readonly settings: InstallationSettings,
    private readonly parts: StoreIdentity,
    private readonly marks: MarkKeeper,
    @Inject(LEADERSHIPS) private readonly leading: Leaderships,
    @Inject(EVENT_LOG) private readonly log: EventLog,
    @Inject(READ_MODELS) private readonly store: ReadModels,
    @Inject(ACCOUNTS) private readonly accounts: Accounts,
    @Inject(CLAIMS) private readonly claims: Claims,
    @Inject(BROADCAST) private readonly broadcast: Broadcast,
    @Inject(JOBS) private readonly jobs: Jobs,
    @Inject(MAIL) private readonly mail: Mail,
    @Inject(FILES) private readonly files: Files,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Servers, and documents kept by other processes, may become available later than this process; until then requests
   * get 503.
   */
  async onModuleInit(): Promise<void> {
    this.server?.on?.('upgrade', (_, screen) => {
      this.screens.add(screen);
      screen.once('close', () => this.screens.delete(screen));
    });
    assertRestored(this.config.dataDir);
    const { eventStoreDb, mongoDb } = this.config.servers;
    this.starting = this.start();
    if (eventStoreDb === null && mongoDb === null) await this.starting;
    else this.starting.catch(() => {});
  }

  /**
   * Runs a part of the start. An error is no failure to start if a shutdown began meanwhile and closed the opened
   * parts: the shutdown ends the process.
   */
  async begin<T>(part: () => Promise<T>): Promise<T> {
    try {
      return await part();
    } catch (error) {
      if (this.isEnding) return new Promise<never>(() => {});
      throw error;
    }
  }

  /**
   * Resolves once the stores were found to belong together, or are waited for.
   * @throws InstallationMismatch, and what `started` throws
   */
  async standing(): Promise<void> {
    await Promise.race([this.met, this.starting]);
  }

  /**
   * Resolves once there are documents to read.
   * @throws OperationRefused for stores that must not be served from
   */
  async started(): Promise<void> {
    await this.starting;
  }

  private async start(): Promise<void> {
    await this.onceThere(async () => {
      await assertImported(this.accounts);
      await this.parts.settle({ hasLostAccounts: this.config.hasLostAccounts });
      await Promise.all([this.people.load(), this.settings.load()]);
      this.checkSecret();
    });
    this.meet();
    const started = this.onceThere(() => this.projections.start());
    // The leader first removes documents and checkpoints of a replaced log, the reactor's checkpoint among them.
    if (this.leading.projector !== null) await started;
    if (!this.stopping.signal.aborted) await this.reactor.start();
    await started;
    this.parts.start();
    this.marks.start();
  }

  /**
   * A new installation needs a long secret. An existing one keeps its secret: another one would end every session.
   * @throws ConfigError
   */
  private checkSecret(): void {
    if (this.config.secret.length >= secretMin) return;
    if (!this.settings.isFounded) throw new ConfigError(shortSecret);
    this.logger.warn(`${shortSecret} This installation has a shorter one, which can be guessed: give it another.`);
  }

  /** Retries while a server is away; an unreadable file stops the start. */
  private async onceThere(work: () => Promise<void>): Promise<void> {
    const { eventStoreDb, mongoDb } = this.config.servers;
    const { signal } = this.stopping;
    const told = new Set<string>();
    while (!signal.aborted) {
      try {
        return await work();
      } catch (error) {
        const isAway = error instanceof StoreUnavailable && !(error instanceof InstallationMismatch);
        // A derived store that was found damaged is empty by the next try.
        const isRebuilt = error instanceof StoreDamaged && error.isRebuilt;
        if (!isRebuilt && (!isAway || (eventStoreDb === null && mongoDb === null))) throw error;
        if (!told.has(error.message)) this.logger.warn(`Waiting for the stores: ${error.message}`);
        told.add(error.message);
        this.meet();
        await sleep(retryMs, undefined, { signal }).catch(() => {});
      }
    }
  }

  /** Browsers keep connections open after a response; the server would wait more than a minute for them. */
  beforeApplicationShutdown(): void {
    this.isEnding = true;
    const since = performance.now();
    this.letting = setInterval(() => {
      const waited = performance.now() - since;
      if (waited < shutdownTimeoutMs) this.server?.closeIdleConnections?.();
      else this.server?.closeAllConnections?.();
      if (waited >= goodbyeMs) for (const screen of this.screens) screen.destroy();
    }, idleMs);
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.letting);
    this.stopping.abort();
    await this.worker.stop();
    await this.jobs.close();
    await this.reactor.stop();
    await this.marks.stop();
    await this.projections.stop();
    this.parts.stop();
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

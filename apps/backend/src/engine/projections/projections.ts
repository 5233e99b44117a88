import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { RecordedEvent } from '@gos/domain';
import { comparePositions } from '@gos/domain';
import { readModels } from '@gos/projections';
import { Inject, Injectable, Logger, Optional } from '@nestjs/common';
import { KeyedMutex } from '../../kernel/keyed-mutex';
import { Progress } from '../../kernel/progress';
import { RecurringErrors } from '../../observability/recurring-errors';
import { noTelemetry, Telemetry, type TelemetrySpan } from '../../observability/telemetry';
import { BROADCAST, type Broadcast } from '../../stores/broadcast/broadcast';
import { countUpTo } from '../../stores/event-log/event-count';
import { EVENT_LOG, type EventLog } from '../../stores/event-log/event-log';
import { READ_MODELS, type ReadModels } from '../../stores/read-models/read-models';
import { LEADERSHIPS, type Leaderships, leaseTimes, type Term } from '../coordination/leadership';
import { StoreIdentity } from '../parts/store-identity';
import { ActiveReadModels } from './active-read-models';
import { type AppliedBatch, appliedChannel, withoutLongFields } from './applied';
import { AppliedFollower } from './applied-follower';
import type { AnyModel, DocumentChange } from './batch';
import { activeCollectionsOf, firstBuild, versionOf } from './collections';
import { type Compared, compareDocuments } from './document-comparison';
import { FollowedCollections } from './followed-collections';
import { HeldDocuments } from './held-documents';
import { LedCollections, notLeading } from './led-collections';
import { firstBatch, LeadershipLost, Projector, rebuildBatch } from './projector';
import { warnOfSetAside } from './set-aside';
import { StandbyBuild } from './standby-build';

export interface RebuildProgress {
  readonly model: string;
  readonly events: number;
  readonly position: string | null;
}

/** A rebuild under way. */
export interface Building extends RebuildProgress {
  /** Number of models that are finished, of `of`. */
  readonly done: number;
  readonly of: number;
}

/** Opens an empty store of read models next to the real one; `dispose` deletes it. */
export type OpenScratch = (
  purpose: 'verify' | 'check',
) => Promise<{ readonly store: ReadModels; dispose(): Promise<void> }>;
export const SCRATCH_READ_MODELS = Symbol('ScratchReadModels');

/**
 * The checks of the installation's parts that projections need: if all parts but the documents fit, the documents may
 * be discarded.
 */
export type Parts = Pick<StoreIdentity, 'rawReadModels' | 'readModelConnections' | 'onRenewedReadModels' | 'othersFit'>;

const alwaysFitting = (store: ReadModels): Parts => ({
  rawReadModels: store,
  readModelConnections: 0,
  onRenewedReadModels: () => {},
  othersFit: async () => {},
});

/** Characters of JSON, several of the longest documents. Larger changes are not broadcast; listeners read the store instead. */
const maxBroadcastChars = 2 * 1024 * 1024;
/** Limit of repetitions while documents keep changing. */
const maxRounds = 20;

const maxNamedCommands = 20;

const firstBuildProgress = { doing: 'Building the documents', unit: 'events', betweenMs: 10_000 } as const;

/** A batch of one command joins that command's trace; a mixed batch lists the correlation ids of its commands. */
function batchSpan(events: readonly RecordedEvent[]): TelemetrySpan {
  const ids = [...new Set(events.map(({ metadata }) => metadata.correlationId))];
  const mixed = ids.length > 1 && { 'gos.correlation_ids': ids.slice(0, maxNamedCommands).join(' ') };
  const facts = { events: events.length, position: events.at(-1)!.position, ...mixed };
  return { kind: 'batch', name: 'apply', correlationId: mixed ? null : ids[0]!, facts };
}

/**
 * Keeps every read model in step with the log and rebuilds them next to the live ones; only in the leading process.
 * Other processes follow its broadcasts, and one that may lead takes over when the leader is gone.
 */
@Injectable()
export class Projections {
  private readonly logger = new Logger(Projections.name);
  private readonly errors = new RecurringErrors(this.logger);
  private projector: Projector | null = null;
  private readonly follower: AppliedFollower;
  private isFollowing = false;
  private readonly stopping = new AbortController();
  private starting: Promise<void> | undefined;
  private standingBy: Promise<void> | undefined;
  private catchingUp: Projector | null = null;
  private term: Term | null = null;
  private readonly standbyBuild: StandbyBuild;
  private readonly followed: FollowedCollections;
  private readonly led: LedCollections;
  /** The rebuild running in this process; null when there is none. */
  building: Building | null = null;
  /** Runs rebuilds and verifications one after the other. */
  private readonly mutex = new KeyedMutex();

  constructor(
    @Inject(EVENT_LOG) private readonly log: EventLog,
    @Inject(READ_MODELS) private readonly store: ReadModels,
    @Inject(BROADCAST) private readonly broadcast: Broadcast,
    @Inject(SCRATCH_READ_MODELS) private readonly scratch: OpenScratch,
    private readonly readModels: ActiveReadModels,
    @Inject(LEADERSHIPS) private readonly leading: Leaderships,
    @Optional() @Inject(Telemetry) private readonly telemetry: Pick<Telemetry, 'run'> = noTelemetry,
    @Optional() @Inject(StoreIdentity) private readonly parts: Parts = alwaysFitting(store),
  ) {
    this.standbyBuild = new StandbyBuild(log, store);
    this.followed = new FollowedCollections(store, readModels);
    const { rawReadModels } = this.parts;
    this.led = new LedCollections({
      log,
      store,
      rawStore: rawReadModels,
      connections: () => this.parts.readModelConnections,
      readModels,
      shared: leading.shared,
    });
    // Until the documents are rebuilt, nothing is served.
    this.parts.onRenewedReadModels((isDone) => {
      this.readModels.close();
      if (isDone) void this.projector?.stop();
    });
    this.follower = new AppliedFollower({
      broadcast,
      activeCollections: () => activeCollectionsOf(store),
      onVersions: (versions) => this.followed.use(versions, this.follower),
      onError: (error) => this.errors.report(error),
    });
  }

  /** Whether this process runs the projector at present. */
  get leads(): boolean {
    return this.projector !== null;
  }

  /** Whether this standby process could take over at once from a leader of another product version. */
  get isPrepared(): boolean {
    return this.standbyBuild.isDone;
  }

  /** Leads or follows; resolves once there are documents to read. When processes share the store, errors are retried. */
  start(): Promise<void> {
    this.starting = this.begin();
    return this.starting;
  }

  private async begin(): Promise<void> {
    for (let asked = 0; !this.stopping.signal.aborted; asked++) {
      try {
        if ((await this.lead()) || (await this.follow())) break;
        if (asked === 0) this.logger.warn('Waiting for a projector to build the documents');
        if (this.leading.projector !== null) await this.standbyBuild.advance();
      } catch (error) {
        if (!this.leading.shared) throw error;
        this.errors.report(error);
      }
      await this.pause();
    }
    this.standingBy = this.standBy();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    this.led.stop();
    this.followed.stay();
    await this.standbyBuild.stop();
    await this.catchingUp?.stop();
    await this.starting?.catch(() => {});
    await this.projector?.stop();
    await this.standingBy;
    await this.follower.stop();
    await this.term?.end().catch((error) => this.logger.warn(`The lead was not handed over: ${String(error)}`));
  }

  /** Opens every model, catches up with the log and starts following it; resolves with false when another process leads. */
  private async lead(): Promise<boolean> {
    const term = await this.leading.projector?.tryAcquire();
    if (!term) return false;
    this.term = term;
    try {
      await this.parts.othersFit();
      await this.led.discardOtherLogs();
      const models: AnyModel[] = [];
      /** Models that are still being built, with the collection that is read until then. */
      const unread = new Map<AnyModel, number | null>();
      for (const model of readModels) {
        const { opened, active } = await this.led.open(model);
        models.push(opened);
        if (opened.version !== active) unread.set(opened, active);
      }
      const progress = new Progress({ ...firstBuildProgress, all: countUpTo(this.log, await this.log.end()) }, (line) =>
        this.logger.log(line),
      );
      const projector = new Projector(this.log, this.store, models, {
        held: { documents: new HeldDocuments(this.store), models: [...unread.keys()] },
        onApplied: (applied, position, count, after) => {
          if (unread.size > 0) progress.add(count);
          else this.broadcastBatch(applied, after, position);
        },
        onSetAside: warnOfSetAside(this.logger),
        onError: (error) => this.errors.report(error),
        stillLeads: () => term.isHeld(),
        around: (events, apply) => this.telemetry.run(batchSpan(events), apply),
      });
      this.catchingUp = projector;
      await projector.begin();
      progress.skip(countUpTo(this.log, projector.applied) ?? 0);
      await projector.catchUp(null, this.leading.shared ? rebuildBatch : firstBatch);
      for (const [model, active] of unread) {
        await this.store.open(model);
        await this.led.activate(model, active, term);
        await this.led.retire(model, active);
      }
      unread.clear();
      await this.led.begun();
      this.projector = projector;
      this.followed.stay();
      this.readModels.follow(projector);
      this.broadcastBatch([], projector.applied, projector.applied);
      projector.start();
      return true;
    } catch (error) {
      await term.end().catch(() => {});
      if (error instanceof LeadershipLost) return false;
      throw error;
    } finally {
      this.catchingUp = null;
    }
  }

  /** Reads the documents of the leading process; false while it has none that this product version understands. */
  private async follow(): Promise<boolean> {
    const { versions } = await activeCollectionsOf(this.store);
    if (readModels.some(({ name, version }) => versionOf(versions[name] ?? 0) !== version)) return false;
    await this.follower.start();
    this.isFollowing = true;
    this.readModels.follow(this.follower);
    return true;
  }

  /** Takes the lead when no process has it, and follows again when another process took it. */
  private async standBy(): Promise<void> {
    while (!this.stopping.signal.aborted && this.leading.projector !== null) {
      try {
        const { projector } = this;
        if (projector) {
          await Promise.race([projector.ended, this.pause()]);
          if (this.stopping.signal.aborted) return;
          const isHeld = await this.term?.isHeld();
          // Not in the middle of a batch, nor of the change to other collections.
          const areKept = () => projector.betweenBatches(() => this.led.areKept(projector.applied));
          if (isHeld && (await areKept())) continue;
          this.logger.warn(
            isHeld ? 'The documents are no longer what they were' : 'Another process keeps the documents now',
          );
          // First of all: one that has ended must not count as leading, whatever the stores do.
          this.projector = null;
          await projector.stop();
          await this.term?.end();
        }
        if (!this.isFollowing && (await this.lead())) continue;
        if (!this.isFollowing) await this.follow();
        await this.pause();
        if (this.stopping.signal.aborted || !(await this.lead())) continue;
        this.logger.log('This process keeps the documents now');
        this.isFollowing = false;
        await this.follower.stop();
      } catch (error) {
        this.errors.report(error);
        await this.pause();
      }
    }
  }

  private pause(): Promise<unknown> {
    return sleep(leaseTimes.askMs, undefined, { signal: this.stopping.signal }).catch(() => {});
  }

  private broadcastBatch(
    applied: readonly DocumentChange[] | null,
    after: string | null,
    position: string | null,
  ): void {
    const told = applied?.map(withoutLongFields) ?? null;
    const batch: AppliedBatch = { applied: told, after, position, versions: this.led.versions };
    const isTooMuch =
      this.leading.shared && told !== null && told.length > 0 && JSON.stringify(told).length > maxBroadcastChars;
    void this.broadcast.publish(appliedChannel, isTooMuch ? { ...batch, applied: null } : batch).catch((error) => {
      this.logger.warn(`Could not announce applied changes to other processes: ${String(error)}`);
    });
  }

  /** How far the documents are behind the log; both positions are null for an empty log. */
  async lag(): Promise<{ applied: string | null; end: string | null; caughtUp: boolean }> {
    const end = await this.log.end();
    const applied = this.readModels.applied;
    return { applied, end, caughtUp: end === null || (applied !== null && comparePositions(applied, end) >= 0) };
  }

  /**
   * Rebuilds models from the whole log next to the live ones, and swaps each when it has caught up.
   * @param name a model, which is rebuilt with the model of its past; null for all
   */
  async rebuild(name: string | null, onProgress: (progress: RebuildProgress) => void = () => {}): Promise<void> {
    if (!this.projector) throw new Error(notLeading);
    const wanted: AnyModel[] = readModels.filter(
      (model: AnyModel) => name === null || model.name === name || model.past?.of === name,
    );
    if (wanted.length === 0)
      throw new Error(`There is no projection "${name}": ${readModels.map((model) => model.name).join(', ')}.`);
    for (const [done, model] of wanted.entries()) {
      await this.mutex.run('build', async () => {
        const tell = (progress: RebuildProgress) => {
          this.building = { ...progress, done, of: wanted.length };
          onProgress(progress);
        };
        this.building = { model: model.name, events: 0, position: null, done, of: wanted.length };
        try {
          await this.rebuildOne(model, tell);
        } finally {
          this.building = null;
        }
      });
    }
  }

  /** Compares every document with one that is projected again from the whole log, in a separate store. */
  verify(): Promise<Compared> {
    return this.mutex.run('build', () => this.compare('verify'));
  }

  /**
   * The same in the background, while rebuilds go on. Null when one replaced documents meanwhile: then nothing is known.
   * @param rest waits after each piece of work
   */
  async check(rest: (workedMs: number) => Promise<void>): Promise<Compared | null> {
    const before = await activeCollectionsOf(this.store);
    const isReplaced = async () =>
      !isDeepStrictEqual((await activeCollectionsOf(this.store)).versions, before.versions);
    try {
      const found = await this.compare('check', rest);
      return (await isReplaced()) ? null : found;
    } catch (error) {
      if (await isReplaced()) return null;
      throw error;
    }
  }

  private async compare(purpose: Parameters<OpenScratch>[0], rest?: (workedMs: number) => Promise<void>) {
    const scratch = await this.scratch(purpose);
    try {
      return await compareDocuments({
        log: this.log,
        live: this.store,
        fresh: scratch.store,
        upTo: this.readModels.applied,
        activeOf: (model) => this.activeOf(model),
        whileStill: (action) => this.whileStill(action),
        rest,
      });
    } finally {
      await scratch.dispose();
    }
  }

  /** Runs an action while the documents do not change; repeats it when another process changed them meanwhile. */
  private async whileStill<T>(action: (position: string | null) => Promise<T>): Promise<T> {
    const { projector } = this;
    if (projector) return projector.betweenBatches(() => action(projector.applied));
    for (let round = 1; ; round++) {
      const { position } = await activeCollectionsOf(this.store);
      const result = await action(position);
      if ((await activeCollectionsOf(this.store)).position === position || round === maxRounds) return result;
    }
  }

  private async activeOf(model: AnyModel): Promise<AnyModel> {
    return { ...model, version: (await this.store.activeVersion(model.name)) ?? model.version };
  }

  private async rebuildOne(model: AnyModel, onProgress: (progress: RebuildProgress) => void): Promise<void> {
    const { projector, term } = this;
    if (!projector || !term) throw new LeadershipLost(notLeading);
    const active = await this.store.activeVersion(model.name);
    const versions = (await this.store.versions(model.name)).filter((one) => versionOf(one) === model.version);
    const building = { ...model, version: Math.max(firstBuild(model.version), ...versions) + 1 };
    await this.store.open(building);
    let events = 0;
    const builder = new Projector(this.log, this.store, [building], {
      batchSize: rebuildBatch,
      held: { documents: new HeldDocuments(this.store), models: [building] },
      onApplied: (_, position, count) => {
        events += count;
        onProgress({ model: model.name, events, position });
      },
      onSetAside: warnOfSetAside(this.logger),
      stillLeads: () => term.isHeld(),
    });
    await builder.begin();
    // Catches up to the live projector and never beyond: later events are announced when they are applied to all
    // models. Each pass leaves less to the next.
    const catchUp = async () => projector.applied !== null && (await builder.catchUp(projector.applied));
    for (let pass = 0; pass < maxRounds && builder.applied !== projector.applied; pass++) await catchUp();
    await projector.betweenBatches(async () => {
      await catchUp();
      await this.led.activate(building, active, term);
      projector.replace(building, builder);
    });
    this.broadcastBatch([], projector.applied, projector.applied);
    await this.led.retire(building, active);
  }
}

import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { comparePositions, type RecordedEvent } from '@gos/domain';
import { Clock } from '../../kernel/clock';
import { isOutage, StoreUnavailable } from '../../kernel/store-errors';
import { ByteBudget } from '../../stores/event-log/byte-budget';
import type { EventLog } from '../../stores/event-log/event-log';
import { DocumentRefused } from '../../stores/read-models/document-limits';
import { ReadAgain, type ReadModels, type SetAsideWrite, type Write } from '../../stores/read-models/read-models';
import { type AnyModel, applyBatch, type DocumentChange, documentsIn, type StoredDocuments } from './batch';
import type { HeldDocuments } from './held-documents';
import { type NewlySetAside, reasonOf } from './set-aside';

export const pollIntervalMs = 2_000;

/** Small for low latency while someone waits for their own change; rebuilds use larger batches. */
const liveBatch = 200;
export const rebuildBatch = 500;
/**
 * For catching up while nobody reads: a document that several events touch is written once per batch. A batch takes one
 * or two seconds.
 */
export const firstBatch = 4_000;
/** Bytes of events in a batch of a rebuild. */
const rebuildBytes = 32 * 1024 * 1024;

/** Tries of a failing batch within half a second. */
const quickTries = 3;

/** Consecutive retries of a batch whose documents other processes change at the same time. */
const mostReadAgain = 12;

/** Pauses before a batch that failed is tried again, unless a store is away: then it is tried without end. */
const pausesMs: readonly number[] = [50, 200, 1_000];
const clock = new Clock();

/** Reasons by model and id. */
type Refused = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Null when all are known already: then it does not help to set them aside. */
function withRefusals(known: Refused, { refusals }: DocumentRefused): Refused | null {
  const all = new Map([...known].map(([model, reasons]) => [model, new Map(reasons)]));
  let isNew = false;
  for (const { model, id, reason } of refusals) {
    const reasons = all.get(model) ?? new Map<string, string>();
    isNew ||= !reasons.has(id);
    all.set(model, reasons.set(id, reason));
  }
  return isNew ? all : null;
}

/** Whether a batch failed for a reason that lies in its events, not in a store or in another process. */
const isOfEvents = (error: unknown) =>
  !(isOutage(error) || error instanceof LeadershipLost || error instanceof ReadAgain);

/** Another process leads now; nothing was written. */
export class LeadershipLost extends Error {
  override readonly name = 'LeadershipLost';
}

export interface ProjectorOptions {
  readonly batchSize?: number;
  /** Holds the documents of the given models, which nobody else writes, until the projector starts to follow the log. */
  readonly held?: { readonly documents: HeldDocuments; readonly models: readonly AnyModel[] };
  /** Called in order after each written batch; null when the previous content of some documents is unknown. */
  readonly onApplied?: (
    applied: readonly DocumentChange[] | null,
    position: string,
    events: number,
    after: string | null,
  ) => void;
  /** Called before each write; false ends the projector with LeadershipLost. */
  readonly stillLeads?: () => Promise<boolean>;
  /** Called after the batch was written in which they were set aside. */
  readonly onSetAside?: (documents: readonly NewlySetAside[]) => void;
  readonly onError?: (error: unknown) => void;
  /** Wraps the application of a batch. */
  readonly around?: (events: readonly RecordedEvent[], apply: () => Promise<void>) => Promise<void>;
}

/**
 * Follows the log and keeps the documents of its models: reads batches from its own checkpoint, writes each batch
 * together with the new checkpoint, then waits for the next append. A failed batch is retried with growing pauses; a batch whose
 * documents have changed since they were read is computed again. A document that cannot be built or kept is set aside, as is an event
 * that a model cannot take for any other reason; everything else goes on.
 */
export class Projector {
  private position: string | null = null;
  private stopped = false;
  private running: Promise<void> | undefined;
  private wake: () => void = () => {};
  private hasMore = false;
  private turn: Promise<unknown> = Promise.resolve();
  /** The ids of documents that are set aside, by the name of their model. */
  private readonly frozen = new Map<string, Set<string>>();
  /** Why several tries to write the documents failed; null once one succeeds. */
  failure: StoreUnavailable | null = null;
  private readonly stored: StoredDocuments;
  private held: HeldDocuments | null;
  private readonly waiting = new Set<{ position: string; resolve: (reached: boolean) => void }>();

  constructor(
    private readonly log: EventLog,
    private readonly store: ReadModels,
    private models: readonly AnyModel[],
    private readonly options: ProjectorOptions = {},
  ) {
    this.stored = documentsIn(store);
    this.held = options.held?.documents ?? null;
  }

  /** Position of the last event that is applied to all documents. */
  get applied(): string | null {
    return this.position;
  }

  async readPosition(): Promise<string | null> {
    return this.position;
  }

  /** Reads the checkpoint to start from, and then what is set aside: it is written before the checkpoint. */
  async begin(): Promise<void> {
    this.position = await this.checkpoint();
    await this.readFrozen();
    const { documents, models = [] } = this.options.held ?? {};
    for (const model of models) documents?.begin(model, (await this.store.checkpoint(model)) === null);
  }

  private async readFrozen(): Promise<void> {
    this.frozen.clear();
    const counts = await this.store.countSetAside(this.models);
    for (const model of this.models) {
      if (!counts.has(model.name)) continue;
      this.frozen.set(model.name, new Set((await this.store.setAside(model)).map(({ id }) => id)));
    }
  }

  /** Starts following the log. */
  start(): void {
    this.held = null;
    const stopListening = this.log.onAppended(() => this.noticeMore());
    this.running = this.follow().finally(stopListening);
  }

  /** Resolves once it has stopped following the log. */
  get ended(): Promise<void> {
    return this.running ?? Promise.resolve();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.noticeMore();
    await this.running;
    for (const waiter of this.waiting) waiter.resolve(false);
    this.waiting.clear();
  }

  /** Resolves with true once the position is applied, with false after the timeout. */
  waitFor(position: string, timeoutMs: number): Promise<boolean> {
    if (this.position !== null && comparePositions(this.position, position) >= 0) return Promise.resolve(true);
    return new Promise((resolve) => {
      const waiter = {
        position,
        resolve: (reached: boolean) => {
          clearTimeout(timer);
          this.waiting.delete(waiter);
          resolve(reached);
        },
      };
      const timer = setTimeout(() => waiter.resolve(false), timeoutMs);
      this.waiting.add(waiter);
    });
  }

  /**
   * Applies batches up to a position, or until one is not full, so that it also ends while the log keeps growing.
   * Yields to the event loop between batches.
   */
  async catchUp(upTo: string | null = null, batchSize = this.options.batchSize ?? liveBatch): Promise<void> {
    let readAgain = 0;
    while (!this.stopped) {
      const next = await this.betweenBatches(async () => {
        const budget = new ByteBudget(batchSize > liveBatch ? rebuildBytes : undefined);
        const events = await this.log.readAll(this.position, batchSize, budget);
        const wanted = upTo === null ? events : events.filter(({ position }) => comparePositions(position, upTo) <= 0);
        try {
          if (wanted.length > 0) await this.applyWatched(wanted);
        } catch (error) {
          if (!(error instanceof ReadAgain) || ++readAgain > mostReadAgain) throw error;
          await this.goBack(error);
          return 'again';
        }
        readAgain = 0;
        const isFull = wanted.length === batchSize || (budget.isSpent && wanted.length === events.length);
        return isFull ? 'more' : 'done';
      });
      if (next === 'done') return;
      if (next === 'again') await sleep(Math.min(250, 5 * 2 ** readAgain));
      else await nextTurn();
    }
  }

  /**
   * Moves back to the position of the store, which may be earlier after a failover. That is reported, and those events
   * are applied once more. Never moves forward: changes that another process applied have not been announced yet.
   */
  private async goBack(error: ReadAgain): Promise<void> {
    this.held?.clear();
    const stored = await this.checkpoint();
    if (this.position !== null && (stored === null || comparePositions(stored, this.position) < 0)) {
      this.options.onError?.(error);
      this.position = stored;
    }
    await this.readFrozen();
  }

  /** Runs an action while no batch is being applied. */
  betweenBatches<T>(action: () => Promise<T>): Promise<T> {
    const result = this.turn.then(action);
    this.turn = result.catch(() => {});
    return result;
  }

  /** Switches a model to another collection, which must have the same checkpoint, as its builder left it. */
  replace(model: AnyModel, builder: Projector): void {
    this.models = this.models.map((one) => (one.name === model.name ? model : one));
    this.frozen.set(model.name, builder.frozen.get(model.name) ?? new Set());
  }

  private applyWatched(events: readonly RecordedEvent[]): Promise<void> {
    const apply = () => this.applyPatiently(events);
    return this.options.around?.(events, apply) ?? apply();
  }

  /** Tries a batch several times. When it fails all the same, its events are applied one by one and model by model. */
  private async applyPatiently(events: readonly RecordedEvent[]): Promise<void> {
    for (const pause of pausesMs) {
      try {
        return await this.apply(events);
      } catch (error) {
        if (!isOfEvents(error) || this.stopped) throw error;
        this.options.onError?.(error);
        await sleep(pause);
      }
    }
    for (const event of events) await this.applyToEach(event);
  }

  /** A model that cannot take the event gets a note under the event's id and goes on. */
  private async applyToEach(event: RecordedEvent): Promise<void> {
    try {
      return await this.apply([event]);
    } catch (error) {
      if (!isOfEvents(error)) throw error;
    }
    const aside: NewlySetAside[] = [];
    for (const model of this.models) {
      try {
        await this.write([model], [event], new Map());
      } catch (error) {
        if (!isOfEvents(error)) throw error;
        const reason = reasonOf(error, event, 'could not be written');
        const { id, position } = event;
        const setAside = { id, position: null, since: position, reason, at: clock.instant() };
        aside.push({ model: model.name, setAside, error });
        await this.store.write([], [{ model, position, from: this.position }], [{ model, ...setAside }]);
      }
    }
    this.wrote([event], null, aside);
  }

  /**
   * When the store refuses documents of a batch, its halves are applied, down to the events after which it does: there
   * the documents are set aside.
   * @param refused why the store refused documents of a single event, by model and id
   */
  private async apply(events: readonly RecordedEvent[], refused: Refused = new Map()): Promise<void> {
    try {
      await this.applyWhole(events, refused);
    } catch (error) {
      if (!(error instanceof DocumentRefused)) throw error;
      if (events.length > 1) {
        const middle = events.length >> 1;
        await this.apply(events.slice(0, middle));
        await this.apply(events.slice(middle));
        return;
      }
      const more = withRefusals(refused, error);
      if (more === null) throw error;
      await this.apply(events, more);
    }
  }

  private async applyWhole(events: readonly RecordedEvent[], refused: Refused): Promise<void> {
    const { applied, aside } = await this.write(this.models, events, refused);
    this.wrote(events, applied, aside);
  }

  /** Writes a batch for some models; `applied` is null when the previous content of some documents is unknown. */
  private async write(models: readonly AnyModel[], events: readonly RecordedEvent[], refused: Refused) {
    const { position } = events.at(-1)!;
    const applied: DocumentChange[] = [];
    const held: (() => void)[] = [];
    const writes: Write[] = [];
    const aside: NewlySetAside[] = [];
    const notes: SetAsideWrite[] = [];
    let isKnown = false;
    const onKnown = () => {
      isKnown = true;
    };
    for (const model of models) {
      const options = { frozen: this.frozen.get(model.name), refused: refused.get(model.name), onKnown };
      const documents = this.held?.has(model) ? this.held : null;
      const { changes, first, setAside } = await applyBatch(documents ?? this.stored, model, events, options);
      if (documents) held.push(() => documents.keep(model, changes));
      for (const one of changes) {
        // Nobody follows the past.
        if (!model.past) applied.push(one);
        const from = one.before?.position ?? null;
        const isFirst = first.has(one.id);
        writes.push({ model, id: one.id, document: one.after, position: one.position, from, isFirst });
      }
      for (const one of setAside) {
        aside.push(one);
        notes.push({ model, ...one.setAside });
      }
    }
    if (this.options.stillLeads && !(await this.options.stillLeads()))
      throw new LeadershipLost('Another process keeps the documents');
    await this.store.write(
      writes,
      models.map((model) => ({ model, position, from: this.position })),
      notes,
    );
    for (const keep of held) keep();
    return { applied: isKnown ? null : applied, aside };
  }

  private wrote(
    events: readonly RecordedEvent[],
    applied: readonly DocumentChange[] | null,
    aside: readonly NewlySetAside[],
  ): void {
    const { position } = events.at(-1)!;
    this.freeze(aside);
    const after = this.position;
    this.position = position;
    this.failure = null;
    this.options.onApplied?.(applied, position, events.length, after);
    for (const waiter of [...this.waiting]) {
      if (comparePositions(waiter.position, position) <= 0) waiter.resolve(true);
    }
  }

  private freeze(documents: readonly NewlySetAside[]): void {
    if (documents.length === 0) return;
    for (const { model, setAside } of documents) {
      const ids = this.frozen.get(model) ?? new Set();
      this.frozen.set(model, ids.add(setAside.id));
    }
    this.options.onSetAside?.(documents);
  }

  private async follow(): Promise<void> {
    let failures = 0;
    while (!this.stopped) {
      try {
        this.hasMore = false;
        await this.catchUp();
        this.failure = null;
        failures = 0;
        if (!this.hasMore && !this.stopped) await this.untilMore();
      } catch (error) {
        if (error instanceof LeadershipLost) this.stopped = true;
        this.options.onError?.(error);
        if (this.stopped) break;
        const isAway = error instanceof StoreUnavailable;
        // A short failure, as when another process writes too, refuses no changes and ends no waiting.
        this.failure = isAway && failures >= quickTries ? error : null;
        if (this.failure) for (const waiter of [...this.waiting]) waiter.resolve(false);
        await sleep(Math.min(isAway ? 1_000 : 5_000, 50 * 2 ** failures++));
      }
    }
  }

  /** Resolves after an append, or after a while, in case a notification was lost. */
  private untilMore(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, pollIntervalMs);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  private noticeMore(): void {
    this.hasMore = true;
    this.wake();
  }

  private async checkpoint(): Promise<string | null> {
    let least: string | null | undefined;
    for (const model of this.models) {
      const position = await this.store.checkpoint(model);
      if (position === null) return null;
      if (least === undefined || least === null || comparePositions(position, least) < 0) least = position;
    }
    const end = await this.log.end();
    if (least && (end === null || comparePositions(least, end) > 0)) {
      throw new Error(
        'The read models are ahead of the log: it is another one or was cut. Delete views* in the data folder.',
      );
    }
    return least ?? null;
  }
}

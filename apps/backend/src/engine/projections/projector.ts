import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { comparePositions, type RecordedEvent } from '@gos/domain';
import { type AnyReadModel, documentAfter, idsOf, type Lookup, relatedIds } from '@gos/projections';
import type { EventLog } from '../../stores/event-log/event-log';
import { fieldAt } from '../../stores/read-models/model-fields';
import type { ModelDocument, ReadModels, Write } from '../../stores/read-models/read-models';

export const pollIntervalMs = 2_000;

/** A document before and after a batch; null when it does not exist. */
export interface DocumentChange {
  readonly model: string;
  readonly id: string;
  readonly before: ModelDocument | null;
  readonly after: ModelDocument | null;
  readonly position: string;
}

export type AnyModel = AnyReadModel<ModelDocument>;

interface Working {
  before: ModelDocument | undefined;
  now: ModelDocument | undefined;
  position: string | null;
}

const heldIn = (document: ModelDocument | undefined, field: string): readonly unknown[] => {
  const held = document && fieldAt(document, field);
  return Array.isArray(held) ? held : held === undefined ? [] : [held];
};

/** The documents of one model that a batch changes, in memory. */
class AffectedDocuments {
  readonly all = new Map<string, Working>();
  /** Documents that the batch has looked at and not changed. */
  private readonly looked = new Map<string, Promise<ModelDocument | undefined>>();
  /** By field: the ids of documents that hold a value in it; filled for requested fields only. */
  private readonly holding = new Map<string, Set<string>>();

  constructor(
    private readonly store: ReadModels,
    private readonly model: AnyModel,
  ) {}

  async fetch(ids: readonly string[]): Promise<void> {
    const missing = ids.filter((id) => !this.all.has(id));
    if (missing.length === 0) return;
    const found = await this.store.getMany(this.model, missing);
    for (const id of missing) {
      this.all.set(id, { before: found.get(id), now: found.get(id), position: null });
      this.note(id, found.get(id));
    }
  }

  change(id: string, next: ModelDocument, position: string): void {
    const working = this.all.get(id)!;
    working.now = { ...next, position };
    working.position = position;
    this.note(id, next);
  }

  readonly lookup: Lookup<ModelDocument> = {
    get: async (id) => (this.all.has(id) ? this.all.get(id)!.now : this.look(id)),
    find: async (field, value) => {
      const stored = await this.store.find(this.model, { [field]: value });
      const inMemory = [...this.holdersOf(field)].flatMap((id) => {
        const { now } = this.all.get(id)!;
        return heldIn(now, field).includes(value) ? [now!] : [];
      });
      return [...stored.filter((document) => !this.all.has(document.id)), ...inMemory];
    },
  };

  private look(id: string): Promise<ModelDocument | undefined> {
    const found = this.looked.get(id) ?? this.store.get(this.model, id);
    this.looked.set(id, found);
    return found;
  }

  private holdersOf(field: string): ReadonlySet<string> {
    const known = this.holding.get(field);
    if (known) return known;
    this.holding.set(field, new Set());
    for (const [id, { now }] of this.all) this.note(id, now);
    return this.holding.get(field)!;
  }

  private note(id: string, document: ModelDocument | undefined): void {
    for (const [field, ids] of this.holding) {
      if (heldIn(document, field).length > 0) ids.add(id);
      else ids.delete(id);
    }
  }
}

/**
 * Applies a batch of events to one model in memory and returns the writes.
 * @param onKnown called when a document has some of the events already: an earlier write was interrupted, or another
 * process writes too
 */
export async function applyBatch(
  store: ReadModels,
  model: AnyModel,
  events: readonly RecordedEvent[],
  onKnown: () => void = () => {},
): Promise<DocumentChange[]> {
  const touched = new AffectedDocuments(store, model);
  const { lookup } = touched;
  const named = events.map((event) => idsOf(model, event));
  await touched.fetch([...new Set(named.flat())]);
  for (const [index, event] of events.entries()) {
    const asked = relatedIds(model, event, lookup);
    const further = asked ? await asked : [];
    if (further.length > 0) await touched.fetch(further);
    const ids = further.length > 0 ? new Set([...named[index]!, ...further]) : named[index]!;
    for (const id of ids) {
      const { now } = touched.all.get(id)!;
      if (now?.position && comparePositions(now.position, event.position) >= 0) {
        onKnown();
        continue;
      }
      const applied = documentAfter(model, now, event, id, lookup);
      const next = applied instanceof Promise ? await applied : applied;
      if (next !== undefined && next !== now) touched.change(id, next, event.position);
    }
  }
  return [...touched.all].flatMap(([id, { before, now, position }]) =>
    position === null ? [] : [{ model: model.name, id, before: before ?? null, after: now ?? null, position }],
  );
}

/** Small for low latency while someone waits for their own change; rebuilds use larger batches. */
const liveBatch = 200;
export const rebuildBatch = 500;
/**
 * For catching up while nobody reads: a document that several events touch is written once per batch. A batch takes one
 * or two seconds.
 */
export const firstBatch = 4_000;

/** Another process leads now; nothing was written. */
export class LeadershipLost extends Error {
  override readonly name = 'LeadershipLost';
}

export interface ProjectorOptions {
  readonly batchSize?: number;
  /** Called in order after each written batch; null when the previous content of some documents is unknown. */
  readonly onApplied?: (
    applied: readonly DocumentChange[] | null,
    position: string,
    events: number,
    after: string | null,
  ) => void;
  /** Asked before each write; false ends the projector with LeadershipLost. */
  readonly stillLeads?: () => Promise<boolean>;
  readonly onError?: (error: unknown) => void;
  /** Wraps the application of a batch. */
  readonly around?: (events: readonly RecordedEvent[], apply: () => Promise<void>) => Promise<void>;
}

/**
 * Follows the log and keeps the documents of its models: reads batches from its own checkpoint, writes each batch
 * together with the new checkpoint, then waits for the next append. A failed batch is retried with growing waits.
 */
export class Projector {
  private position: string | null = null;
  private stopped = false;
  private running: Promise<void> | undefined;
  private wake: () => void = () => {};
  private hasMore = false;
  private turn: Promise<unknown> = Promise.resolve();
  private readonly waiting = new Set<{ position: string; resolve: (reached: boolean) => void }>();

  constructor(
    private readonly log: EventLog,
    private readonly store: ReadModels,
    private models: readonly AnyModel[],
    private readonly options: ProjectorOptions = {},
  ) {}

  /** Position of the last event that is applied to all documents. */
  get applied(): string | null {
    return this.position;
  }

  async readPosition(): Promise<string | null> {
    return this.position;
  }

  /** Reads the checkpoint to start from. */
  async begin(): Promise<void> {
    this.position = await this.checkpoint();
  }

  /** Starts following the log. */
  start(): void {
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
    while (!this.stopped) {
      const more = await this.betweenBatches(async () => {
        const events = await this.log.readAll(this.position, batchSize);
        const wanted = upTo === null ? events : events.filter(({ position }) => comparePositions(position, upTo) <= 0);
        if (wanted.length > 0) await this.applyWatched(wanted);
        return wanted.length === batchSize;
      });
      if (!more) return;
      await nextTurn();
    }
  }

  /** Runs an action while no batch is being applied. */
  betweenBatches<T>(action: () => Promise<T>): Promise<T> {
    const result = this.turn.then(action);
    this.turn = result.catch(() => {});
    return result;
  }

  /** Switches a model to another collection, which must have the same checkpoint. */
  replace(model: AnyModel): void {
    this.models = this.models.map((one) => (one.name === model.name ? model : one));
  }

  private applyWatched(events: readonly RecordedEvent[]): Promise<void> {
    const apply = () => this.apply(events);
    return this.options.around?.(events, apply) ?? apply();
  }

  private async apply(events: readonly RecordedEvent[]): Promise<void> {
    const { position } = events.at(-1)!;
    const applied: DocumentChange[] = [];
    const writes: Write[] = [];
    let isKnown = false;
    const onKnown = () => {
      isKnown = true;
    };
    for (const model of this.models) {
      for (const one of await applyBatch(this.store, model, events, onKnown)) {
        applied.push(one);
        writes.push({ model, id: one.id, document: one.after, position: one.position });
      }
    }
    if (this.options.stillLeads && !(await this.options.stillLeads()))
      throw new LeadershipLost('Another process keeps the documents');
    await this.store.write(
      writes,
      this.models.map((model) => ({ model, position })),
    );
    const after = this.position;
    this.position = position;
    this.options.onApplied?.(isKnown ? null : applied, position, events.length, after);
    for (const waiter of [...this.waiting]) {
      if (comparePositions(waiter.position, position) <= 0) waiter.resolve(true);
    }
  }

  private async follow(): Promise<void> {
    let failures = 0;
    while (!this.stopped) {
      try {
        this.hasMore = false;
        await this.catchUp();
        failures = 0;
        if (!this.hasMore && !this.stopped) await this.untilMore();
      } catch (error) {
        if (error instanceof LeadershipLost) this.stopped = true;
        this.options.onError?.(error);
        if (this.stopped) break;
        await sleep(Math.min(5_000, 50 * 2 ** failures++));
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

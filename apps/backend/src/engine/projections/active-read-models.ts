import { comparePositions, type Instant, laterPosition } from '@gos/domain';
import { type AnyReadModel, taskModel } from '@gos/projections';
import { Clock } from '../../kernel/clock';
import { StoreUnavailable } from '../../kernel/store-errors';
import type {
  Filter,
  FindOptions,
  ModelDocument,
  ReadModels,
  Scalar,
  SetAside,
} from '../../stores/read-models/read-models';
import type { AppliedPositions } from './applied-follower';
import { type ModelReader, PastCounts, PastReadModels } from './past-read-models';

/** A read model, whatever its queries find. */
type Named<D extends ModelDocument> = AnyReadModel<D, unknown>;

/** Queries on the active version of each read model, and the position applied so far. */
export class ActiveReadModels implements ModelReader {
  private readonly active = new Map<string, number>();
  /** Read models with their active version. Kept, because stores cache what they derive of one by its identity. */
  private readonly declared = new WeakMap<object, Named<ModelDocument>>();
  /** Position that a command's answer waited for in vain. */
  private missed: string | null = null;
  private readonly pastCounts: PastCounts;
  private open: () => void = () => {};
  /** Resolves once there are documents to read. */
  readonly opened = new Promise<void>((resolve) => {
    this.open = resolve;
  });

  constructor(
    private readonly store: ReadModels,
    /** Milliseconds that a command's answer waits for the read models. Then it is a success all the same. */
    private readonly waitMs: number,
    private positions: AppliedPositions | null = null,
    clock: { now(): number } = new Clock(),
  ) {
    this.pastCounts = new PastCounts(clock, ({ name, version }) => this.active.get(name) ?? version);
  }

  /** Switches a model to another version. */
  use(name: string, version: number): void {
    this.active.set(name, version);
  }

  /** Takes the applied position from here on from this source. */
  follow(positions: AppliedPositions): void {
    this.positions = positions;
    this.open();
  }

  /** Stops serving: there are no documents to read any more. */
  close(): void {
    this.positions = null;
    this.pastCounts.clear();
  }

  /** Whether there are documents to read. */
  get isOpen(): boolean {
    return this.positions !== null;
  }

  get<D extends ModelDocument>(model: Named<D>, id: string | number): Promise<D | undefined> {
    return this.store.get<D>(this.read(model), String(id));
  }

  getMany<D extends ModelDocument>(model: Named<D>, ids: readonly (string | number)[]): Promise<Map<string, D>> {
    return this.store.getMany<D>(this.read(model), ids.map(String));
  }

  /** Returns the documents that match, without their long fields. */
  find<D extends ModelDocument, Found extends ModelDocument = D>(
    model: AnyReadModel<D, Found>,
    filter: Filter,
    options?: FindOptions,
  ): Promise<Found[]> {
    return this.store.find<Found>(this.read(model), filter, options);
  }

  /** The ids of what `find` would give, in its order. */
  ids<D extends ModelDocument>(model: Named<D>, filter: Filter, options?: FindOptions): Promise<string[]> {
    return this.store.ids(this.read(model), filter, options);
  }

  count<D extends ModelDocument>(model: Named<D>, filter: Filter): Promise<number> {
    return this.store.count(this.read(model), filter);
  }

  tally<D extends ModelDocument>(
    model: Named<D>,
    filter: Filter,
    field: string,
    summed?: string,
  ): Promise<Map<Scalar, number>> {
    return this.store.tally(this.read(model), filter, field, summed);
  }

  /** Returns a reader of the documents as they were at an instant, for models that keep their past. */
  at(instant: Instant): ModelReader {
    return new PastReadModels(this, instant, this.pastCounts);
  }

  /** The number of documents that are set aside, by model, without models that have none. */
  countSetAside(): Promise<Map<string, number>> {
    return this.store.countSetAside([...this.active].map(([name, version]) => ({ name, version })));
  }

  /** The first documents of a model that are set aside. */
  setAside(name: string, limit: number): Promise<SetAside[]> {
    const version = this.active.get(name);
    return version === undefined ? Promise.resolve([]) : this.store.setAside({ name, version }, limit);
  }

  /** Position of the last event that is applied to all documents. */
  get applied(): string | null {
    return this.positions?.applied ?? null;
  }

  /** The same, read from the store, in case a broadcast was missed. */
  async readPosition(): Promise<string | null> {
    return (await this.positions?.readPosition()) ?? null;
  }

  /**
   * A stored position that is no earlier than that of any answered command, whichever process answered it. Reads one
   * checkpoint: a command is answered when the checkpoints of all models have reached it.
   */
  storedPosition(): Promise<string | null> {
    return this.store.checkpoint(this.read(taskModel as Named<ModelDocument>));
  }

  /** The position of an answer: of the last event that was appended for it, or what is applied already when there was none. */
  answered(appended: string | null): string {
    return appended ?? this.applied ?? '0';
  }

  /** Waits until the event at the position is visible to queries, or the wait times out; null needs no wait. */
  async waitUntilApplied(position: string | null): Promise<void> {
    if (position === null || !this.positions) return;
    if (!(await this.positions.waitFor(position, this.waitMs))) this.missed = laterPosition(this.missed, position);
  }

  /** Whether the documents lack what an answered command did: something that is not found may be there. */
  get isBehindAnswers(): boolean {
    if (this.missed === null) return false;
    if (this.applied !== null && comparePositions(this.applied, this.missed) >= 0) this.missed = null;
    return this.missed !== null;
  }

  /** The reason why documents cannot be written, as far as this process knows; null while they can. */
  get failure(): StoreUnavailable | null {
    return this.positions?.failure ?? null;
  }

  /**
   * Refuses changes while documents cannot be written: nobody could read what is acknowledged.
   * @throws StoreUnavailable
   */
  assertKept(): void {
    const { failure } = this;
    if (failure) throw new StoreUnavailable(failure.message, 'not-written', { cause: failure });
  }

  /** The same for callers that must not continue earlier: waits several times as long. */
  async untilApplied(position: string | null): Promise<void> {
    if (position === null) return;
    for (let tries = 0; tries < 5; tries++) {
      await this.waitUntilApplied(position);
      if (this.applied !== null && comparePositions(this.applied, position) >= 0) return;
    }
  }

  private read<D extends ModelDocument>(model: Named<D>): Named<D> {
    const version = this.active.get(model.name);
    if (version === undefined || version === model.version) return model;
    const known = this.declared.get(model);
    if (known?.version === version) return known as Named<D>;
    const declared = { ...model, version };
    this.declared.set(model, declared);
    return declared;
  }
}

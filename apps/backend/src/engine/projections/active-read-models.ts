import type { AnyReadModel } from '@gos/projections';
import type { Filter, FindOptions, ModelDocument, ReadModels, Scalar } from '../../stores/read-models/read-models';
import type { AppliedPositions } from './applied-follower';

/** How long an answer to a command waits for its documents; then the success is answered all the same. */
const settleMs = 2_000;

/** What screens read: the active version of each model, and how far it has come. */
export class ActiveReadModels {
  private readonly active = new Map<string, number>();
  private open: () => void = () => {};
  /** Resolves once there is something to be read. */
  readonly opened = new Promise<void>((resolve) => {
    this.open = resolve;
  });

  constructor(
    private readonly store: ReadModels,
    private positions: AppliedPositions | null = null,
  ) {}

  /** Reads another version from now on. */
  use(name: string, version: number): void {
    this.active.set(name, version);
  }

  /** Takes the word of another one for how far the documents are. */
  follow(positions: AppliedPositions): void {
    this.positions = positions;
    this.open();
  }

  /** There is nothing to be read any more. */
  close(): void {
    this.positions = null;
  }

  /** Whether there is something to be read at present. */
  get isOpen(): boolean {
    return this.positions !== null;
  }

  get<D extends ModelDocument>(model: AnyReadModel<D>, id: string | number): Promise<D | undefined> {
    return this.store.get<D>(this.read(model), String(id));
  }

  getMany<D extends ModelDocument>(model: AnyReadModel<D>, ids: readonly (string | number)[]): Promise<Map<string, D>> {
    return this.store.getMany<D>(this.read(model), ids.map(String));
  }

  find<D extends ModelDocument>(model: AnyReadModel<D>, filter: Filter, options?: FindOptions): Promise<D[]> {
    return this.store.find<D>(this.read(model), filter, options);
  }

  count<D extends ModelDocument>(model: AnyReadModel<D>, filter: Filter): Promise<number> {
    return this.store.count(this.read(model), filter);
  }

  tally<D extends ModelDocument>(model: AnyReadModel<D>, filter: Filter, field: string): Promise<Map<Scalar, number>> {
    return this.store.tally(this.read(model), filter, field);
  }

  /** Position of the last event that every document shows. */
  get applied(): string | null {
    return this.positions?.applied ?? null;
  }

  /** The same, for whoever may not have been told of all that was applied. */
  async look(): Promise<string | null> {
    return (await this.positions?.look()) ?? null;
  }

  /** Waits until what a person did is in what they read next; a null position is there already. */
  async waitUntilApplied(position: string | null): Promise<void> {
    if (position !== null) await this.positions?.waitFor(position, settleMs);
  }

  private read<D extends ModelDocument>(model: AnyReadModel<D>): AnyReadModel<D> {
    const version = this.active.get(model.name);
    return version === undefined || version === model.version ? model : { ...model, version };
  }
}

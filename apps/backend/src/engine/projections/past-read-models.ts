import type { Instant } from '@gos/domain';
import { type AnyReadModel, type Past, pastModels } from '@gos/projections';
import { ReadCache } from '../../kernel/read-cache';
import type {
  Condition,
  Filter,
  FindOptions,
  ModelDocument,
  Scalar,
  SortKey,
} from '../../stores/read-models/read-models';

type Named<D extends ModelDocument> = AnyReadModel<D, unknown>;

/** Queries of documents, as they are or as they were. */
export interface ModelReader {
  get<D extends ModelDocument>(model: Named<D>, id: string | number): Promise<D | undefined>;
  getMany<D extends ModelDocument>(model: Named<D>, ids: readonly (string | number)[]): Promise<Map<string, D>>;
  /** Returns the documents that match, without their long fields. */
  find<D extends ModelDocument, Found extends ModelDocument = D>(
    model: AnyReadModel<D, Found>,
    filter: Filter,
    options?: FindOptions,
  ): Promise<Found[]>;
  /** The ids of the documents that `find` returns, in its order. */
  ids<D extends ModelDocument>(model: Named<D>, filter: Filter, options?: FindOptions): Promise<string[]>;
  count<D extends ModelDocument>(model: Named<D>, filter: Filter): Promise<number>;
  tally<D extends ModelDocument>(
    model: Named<D>,
    filter: Filter,
    field: string,
    summed?: string,
  ): Promise<Map<Scalar, number>>;
}

/** Returns a reader of the documents as of a moment, or of the present ones without one. */
export const readerAt = (readModels: ModelReader & { at(at: Instant): ModelReader }, at: Instant | undefined) =>
  at === undefined ? readModels : readModels.at(at);

/** Milliseconds of a moment; those of now without one, or for a moment that is still ahead. */
export const momentOf = (at: Instant | undefined, clock: { now(): number }): number =>
  at === undefined ? clock.now() : Math.min(Date.parse(at), clock.now());

/** Filters name ids of documents; states have ids of their own. */
function ofDocuments(filter: Filter): Filter {
  if ('$and' in filter) return { $and: (filter.$and as readonly Filter[]).map(ofDocuments) };
  if ('$or' in filter) return { $or: (filter.$or as readonly Filter[]).map(ofDocuments) };
  if (!('id' in filter)) return filter;
  const { id, ...others } = filter as Readonly<Record<string, Condition>>;
  return { ...others, of: id! };
}

const keyOfDocuments = ({ field, where, ...key }: SortKey): SortKey => ({
  ...key,
  field: field === 'id' ? 'of' : field,
  ...(where && { where: ofDocuments(where) }),
});

const ofStates = (options: FindOptions | undefined): FindOptions | undefined =>
  options?.sort ? { ...options, sort: options.sort.map(keyOfDocuments) } : options;

/** A moment so long ago changes no more: no event of it is still on its way, whatever the clocks of the processes say. */
const settledMs = 24 * 60 * 60 * 1_000;
const mostKept = 1_000;
/** Longer filters name many ids, and are seldom used twice. */
const longestKey = 1_000;

/**
 * Counts and tallies of states, which stay what they are once their moment is long ago. A filter contains every right that decides
 * about it, so a reader with other rights has other counts.
 */
export class PastCounts {
  private readonly kept = new ReadCache<string, number | ReadonlyMap<Scalar, number>>(mostKept);

  constructor(
    private readonly clock: { now(): number },
    /** The number of the build of a model that is read. */
    private readonly buildOf: (model: { readonly name: string; readonly version: number }) => number,
  ) {}

  /** @param counted the fields that are counted, if not the states themselves */
  of<T extends number | ReadonlyMap<Scalar, number>>(
    model: { readonly name: string; readonly version: number },
    { filter, at, counted = [] }: { filter: Filter; at: Instant; counted?: readonly string[] },
    count: () => Promise<T>,
  ): Promise<T> {
    if (Date.parse(at) > this.clock.now() - settledMs) return count();
    const key = JSON.stringify([model.name, this.buildOf(model), filter, ...counted]);
    return key.length > longestKey ? count() : (this.kept.get(key, count) as Promise<T>);
  }

  clear(): void {
    this.kept.clear();
  }
}

/** The id of the document whose state has an id. */
const documentOf = (id: string) => id.replace(/@.*/, '');

/**
 * Reads documents as they were at an instant. A document that did not exist yet is not found. Rights follow from the present document,
 * never from a state.
 */
export class PastReadModels implements ModelReader {
  private readonly at: Instant;

  constructor(
    private readonly present: ModelReader,
    instant: Instant,
    private readonly counts: PastCounts,
  ) {
    this.at = new Date(instant).toISOString();
  }

  async get<D extends ModelDocument>(model: Named<D>, id: string | number): Promise<D | undefined> {
    return (await this.getMany(model, [id])).get(String(id));
  }

  async getMany<D extends ModelDocument>(model: Named<D>, ids: readonly (string | number)[]): Promise<Map<string, D>> {
    const found = await this.find<D>(model as AnyReadModel<D>, { id: { $in: ids.map(String) } });
    return new Map(found.map((document) => [document.id, document]));
  }

  async find<D extends ModelDocument, Found extends ModelDocument = D>(
    model: AnyReadModel<D, Found>,
    filter: Filter,
    options?: FindOptions,
  ): Promise<Found[]> {
    const states = this.statesOf(model) as AnyReadModel<D, Found>;
    const found = await this.present.find<D, Found>(states, this.atMoment(filter), ofStates(options));
    // A copy of each would cost more than its query.
    return found.map((state) => Object.assign(states.past!.restored(state), { id: (state as Found & Past).of }));
  }

  async ids<D extends ModelDocument>(model: Named<D>, filter: Filter, options?: FindOptions): Promise<string[]> {
    return (await this.present.ids(this.statesOf(model), this.atMoment(filter), ofStates(options))).map(documentOf);
  }

  count<D extends ModelDocument>(model: Named<D>, filter: Filter): Promise<number> {
    const [states, then] = [this.statesOf(model), this.atMoment(filter)];
    return this.counts.of(states, { filter: then, at: this.at }, () => this.present.count(states, then));
  }

  tally<D extends ModelDocument>(
    model: Named<D>,
    filter: Filter,
    field: string,
    summed?: string,
  ): Promise<Map<Scalar, number>> {
    const [states, then] = [this.statesOf(model), this.atMoment(filter)];
    const counted = summed === undefined ? [field] : [field, summed];
    return this.counts.of(states, { filter: then, at: this.at, counted }, () =>
      this.present.tally(states, then, field, summed),
    );
  }

  private statesOf({ name }: { readonly name: string }): AnyReadModel {
    const model = pastModels.get(name);
    if (model === undefined) throw new Error(`${name} keeps no past`);
    return model;
  }

  private atMoment(filter: Filter): Filter {
    return { $and: [ofDocuments(filter), { validSince: { $lte: this.at } }, { validUntil: { $gt: this.at } }] };
  }
}

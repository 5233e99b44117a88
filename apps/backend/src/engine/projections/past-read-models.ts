import type { Instant } from '@gos/domain';
import { type AnyReadModel, type Past, pastModels } from '@gos/projections';
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
    return this.present.count(this.statesOf(model), this.atMoment(filter));
  }

  tally<D extends ModelDocument>(
    model: Named<D>,
    filter: Filter,
    field: string,
    summed?: string,
  ): Promise<Map<Scalar, number>> {
    return this.present.tally(this.statesOf(model), this.atMoment(filter), field, summed);
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

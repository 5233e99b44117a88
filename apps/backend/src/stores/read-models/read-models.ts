import { StoreUnavailable } from '../../kernel/store-errors';

/** A document of a read model. JSON only. `id` is unique in its model. */
export interface ModelDocument {
  readonly id: string;
  /** Position of the last event applied to it, set by the projector: earlier events are not applied again. */
  readonly position?: string;
}

/**
 * A declared index. `fields` of kind `value` hold strings, numbers, booleans or null; one field of kind `many` may come
 * first and holds an array of such values; a field of kind `words` holds an array of folded words, is searched by
 * prefix, and is the only field. A field may be a path (`task.deadline`) through objects, not through arrays; an absent
 * or null object on the path makes the value absent. Every index holds `id`, at its end unless it is declared. For fast
 * lists declare first the fields compared by equality ($in counts), then the sort fields in their order.
 */
export interface IndexDeclaration {
  readonly fields: readonly string[];
  readonly kind?: 'value' | 'many' | 'words';
  /**
   * Those of the fields that are in descending order: an index serves the sort of its directions, and that of the
   * opposite ones.
   */
  readonly descending?: readonly string[];
}

export interface ModelDeclaration {
  /** kebab-case */
  readonly name: string;
  /** Raised whenever the projection would give different documents: each version is a separate collection. */
  readonly version: number;
  readonly indexes: readonly IndexDeclaration[];
  /** Further fields of kind `value` (paths too) to filter and sort by without an index. */
  readonly unindexedFields?: readonly string[];
  /**
   * Fields (paths too) that hold much and are kept apart: `find` returns documents without them and reads none of them, `get`,
   * `getMany` and `all` return whole documents. They may be declared in indexes.
   */
  readonly longFields?: readonly string[];
  /** The first field of an index of kind `value` whose values belong to few documents each. */
  readonly nearlyUnique?: string;
}

export type Scalar = string | number | boolean | null;

/**
 * The subset of MongoDB's filter language that the product uses, with the same meaning: a condition on an array field
 * matches when any element does ($ne and $nin: when none does); null also matches an absent field. `$prefix` is an
 * addition (an anchored regular expression on MongoDB), the only condition for fields of kind `words`. $gt and the like
 * compare values of one type only. An empty $in or $or matches nothing, an empty $and or filter everything. Filters and
 * sort keys may name `id` and declared fields only, sort keys only those of kind `value`; anything else is an error.
 */
export type Condition =
  | Scalar
  | {
      readonly $in?: readonly Scalar[];
      readonly $nin?: readonly Scalar[];
      readonly $ne?: Scalar;
      readonly $gt?: string | number;
      readonly $gte?: string | number;
      readonly $lt?: string | number;
      readonly $lte?: string | number;
      readonly $prefix?: string;
    };

export type Filter =
  | { readonly $and: readonly Filter[] }
  | { readonly $or: readonly Filter[] }
  | { readonly [field: string]: Condition };

/**
 * Nulls and absent fields come last in both directions. Numbers sort before strings before booleans, strings by their
 * UTF-8 bytes. With `ranking`, values sort by their place in the array; other values come after those and before nulls,
 * in both directions. For documents that do not match `where`, which names fields of kind `value` only, the value
 * counts as absent.
 */
export interface SortKey {
  readonly field: string;
  readonly direction: 'asc' | 'desc';
  readonly ranking?: readonly Scalar[];
  readonly where?: Filter;
}

export interface FindOptions {
  /** Callers end with `id` for a total order; without a sort the order is undefined. */
  readonly sort?: readonly SortKey[];
  readonly skip?: number;
  readonly limit?: number;
}

export interface Write<D extends ModelDocument = ModelDocument> {
  readonly model: ModelDeclaration;
  readonly id: string;
  /** Null deletes: a tombstone keeps the position, so that an older write cannot bring the document back. */
  readonly document: D | null;
  /** Position of the last event applied. A write whose position is not later than the stored one is dropped silently. */
  readonly position: string;
  /**
   * Position of the document that this one was computed from, null when there was none: the batch is refused with ReadAgain
   * where there is another one, and it is older than `position`. Absent for what was computed from no document.
   */
  readonly from?: string | null;
  /** Stored before every write of the batch that is not. An interrupted batch has all of these before it has any other. */
  readonly isFirst?: boolean;
}

/** How far all documents of a model are. */
export interface Checkpoint {
  readonly model: ModelDeclaration;
  readonly position: string;
  /** Where the model was when the batch was computed: it is refused with ReadAgain where the model is not as far any more. */
  readonly from?: string | null;
}

/**
 * The documents are not those that a batch was computed from: another process wrote some of them, or after a failover
 * they are older. Read from the checkpoint and compute the batch again; the checkpoint was not moved.
 */
export class ReadAgain extends StoreUnavailable {
  constructor(outcome: StoreUnavailable['outcome']) {
    super('The documents have changed since they were read', outcome);
  }
}

/** A document that stays unchanged until its model is rebuilt: it could not be computed, or the store refused it. */
export interface SetAside {
  readonly id: string;
  /** That of the frozen document; null when there is none. */
  readonly position: string | null;
  /** Position of the event that could not be applied. */
  readonly since: string;
  /** A sentence for the operator, without what is in the document. */
  readonly reason: string;
  /** An instant. */
  readonly at: string;
}

export interface SetAsideWrite extends SetAside {
  readonly model: ModelDeclaration;
}

/**
 * Documents for queries, projected from the log and disposable.
 *
 * - Each version of a model is a separate collection, created with its indexes by `open`.
 * - `write` applies a batch and the checkpoints of its models. Either it is atomic, or each document's write is
 * conditional on its position and the checkpoints come last; so an interrupted batch that is written again gives the
 * same documents.
 * - `write` never sets a checkpoint back.
 * - A document is never replaced by one that was computed from another state of it: `from` names that state, and
 * `write` throws ReadAgain where the stored state differs. A batch that was written already, in whole or in part, may
 * be written again.
 * - A batch with documents that cannot be kept is rejected with DocumentRefused, which names those that are known, and
 * moves no checkpoint; the others of the batch may be written. Without the named ones it can be written. A failure that
 * is not a document's fault is never a DocumentRefused. The limits of a document are the same in all stores
 * (`maxDocumentBytes`).
 * - Reads see all writes that finished before they began. The model has to be open.
 */
export interface ReadModels {
  /** If the indexes changed, the documents stay and are indexed again. */
  open(model: ModelDeclaration): Promise<void>;
  /**
   * Opens a version for many writes before anybody reads it: a new one is created without its indexes, which `open` adds
   * later. Until then queries (`find`, `ids`, `count`, `tally`) may fail; all other calls work. A version that has its
   * indexes is opened with them.
   */
  load(model: ModelDeclaration): Promise<void>;
  /** Removes a version with its documents and checkpoint. */
  drop(model: Pick<ModelDeclaration, 'name' | 'version'>): Promise<void>;
  /** The existing versions of a model, ascending. */
  versions(name: string): Promise<number[]>;

  get<D extends ModelDocument>(model: ModelDeclaration, id: string): Promise<D | undefined>;
  getMany<D extends ModelDocument>(model: ModelDeclaration, ids: readonly string[]): Promise<Map<string, D>>;
  /** Without the long fields. */
  find<D extends ModelDocument>(model: ModelDeclaration, filter: Filter, options?: FindOptions): Promise<D[]>;
  /** The ids of what `find` would return, in its order. */
  ids(model: ModelDeclaration, filter: Filter, options?: FindOptions): Promise<string[]>;
  count(model: ModelDeclaration, filter: Filter): Promise<number>;
  /**
   * The number of documents by value of a field of kind `value`; absent counts as null. With `summed`, the sum of that field's
   * numbers instead. Fast when a single index covers filter and fields.
   */
  tally(model: ModelDeclaration, filter: Filter, field: string, summed?: string): Promise<Map<Scalar, number>>;

  /** Notes of documents that are set aside are written before the checkpoints; the first one of a document stays. */
  write(
    writes: readonly Write[],
    checkpoints: readonly Checkpoint[],
    setAside?: readonly SetAsideWrite[],
  ): Promise<void>;
  checkpoint(model: ModelDeclaration): Promise<string | null>;

  /** Documents of a version that are set aside, in the order of `since`; the version need not be open, and `drop` forgets them. */
  setAside(model: Pick<ModelDeclaration, 'name' | 'version'>, limit?: number): Promise<SetAside[]>;
  /** Their number by the model's name, without models that have none. */
  countSetAside(models: readonly Pick<ModelDeclaration, 'name' | 'version'>[]): Promise<Map<string, number>>;

  /**
   * The version of a model that is read; null before the first. `activate` moves it by compare-and-set and resolves
   * with false when it was another one.
   */
  activeVersion(name: string): Promise<number | null>;
  activate(name: string, from: number | null, to: number): Promise<boolean>;

  /** All documents of a model in order of id, in batches; for verification. */
  all<D extends ModelDocument>(model: ModelDeclaration): AsyncIterable<D>;

  close(): Promise<void>;
}

/** A store that sets damaged content aside while it is in use. */
export interface Renewing {
  /** Calls the listener when damaged documents are about to be set aside, and when an empty store has taken their place. */
  onRenewal(listener: (isDone: boolean) => void): void;
}

export const READ_MODELS = Symbol('ReadModels');

/** A document of a read model. JSON only. `id` is unique in its model. */
export interface ModelDocument {
  readonly id: string;
  /** Position of the last event applied to it, set by the projector: an event that is not later is not applied again. */
  readonly position?: string;
}

/**
 * A declared index. `fields` of kind `value` hold strings, numbers, booleans or null; one field of kind `many` may come first and
 * holds an array of such values; a field of kind `words` holds an array of folded words, looked up by prefix, and stands alone.
 * A field may be a path (`task.deadline`) through objects, not through arrays; where an object is absent or null, so is what it
 * would hold. Every index ends with `id`, declared or not. To list quickly, declare the fields that are asked for by value ($in counts), then those that are sorted by, in that order.
 */
export interface IndexDeclaration {
  readonly fields: readonly string[];
  readonly kind?: 'value' | 'many' | 'words';
}

export interface ModelDeclaration {
  /** kebab-case */
  readonly name: string;
  /** Raised whenever the documents would come out differently: a version is a collection of its own. */
  readonly version: number;
  readonly indexes: readonly IndexDeclaration[];
  /** Further fields of kind `value`, paths too, to filter and sort by, in no index of their own. */
  readonly fields?: readonly string[];
}

export type Scalar = string | number | boolean | null;

/**
 * The part of MongoDB's filter language that the product uses, with its meaning: a condition on a field that holds an array is
 * met by any of its elements ($ne and $nin: by none), null also by an absent field. `$prefix` (ours; on Mongo an anchored
 * regular expression) is for fields of kind `words`, which know nothing else. $gt and the like compare values of one type only.
 * An empty $in or $or is met by nothing, an empty $and or filter by everything. Filters and sorts name `id` and declared index fields
 * only, sorts only those of kind `value`; anything else is an error.
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
 * Nulls, and absent fields, come last both ways. Numbers come before strings before booleans, strings by their UTF-8 bytes. With
 * `ranking`, the order of a value is its place in the array; values not in it come after those and before nulls, both ways.
 */
export interface SortKey {
  readonly field: string;
  readonly direction: 'asc' | 'desc';
  readonly ranking?: readonly Scalar[];
}

export interface FindOptions {
  /** Callers end with `id`, so that no two are equal; without a sort there is no order. */
  readonly sort?: readonly SortKey[];
  readonly skip?: number;
  readonly limit?: number;
}

export interface Write<D extends ModelDocument = ModelDocument> {
  readonly model: ModelDeclaration;
  readonly id: string;
  /** null deletes: a tombstone with the position is kept so that an older write can't bring the document back. */
  readonly document: D | null;
  /** Position of the last event applied. A write whose position is not later than the stored one is dropped silently. */
  readonly position: string;
}

/**
 * Documents for screens, built from the log and thrown away at will.
 *
 * - A version of a model is a collection of its own, opened (created with its indexes) by `open`.
 * - `write` applies a batch and the checkpoints of its models; it is atomic, or each document's write is conditional on its
 *   position and the checkpoints come last, so that a batch cut in half and written again gives the same documents.
 * - A checkpoint is never set back by `write`.
 * - Reads see what was written before they began. A model has to be open.
 */
export interface ReadModels {
  /** With other indexes than before, the documents stay and are found by the new ones. */
  open(model: ModelDeclaration): Promise<void>;
  /** Removes a version and its checkpoint. */
  drop(model: Pick<ModelDeclaration, 'name' | 'version'>): Promise<void>;
  /** The versions that exist of a model, ascending. */
  versions(name: string): Promise<number[]>;

  get<D extends ModelDocument>(model: ModelDeclaration, id: string): Promise<D | undefined>;
  getMany<D extends ModelDocument>(model: ModelDeclaration, ids: readonly string[]): Promise<Map<string, D>>;
  find<D extends ModelDocument>(model: ModelDeclaration, filter: Filter, options?: FindOptions): Promise<D[]>;
  count(model: ModelDeclaration, filter: Filter): Promise<number>;
  /** How many of the documents hold each value of a field of kind `value`; an absent one is null. Quick where one index has it all. */
  tally(model: ModelDeclaration, filter: Filter, field: string): Promise<Map<Scalar, number>>;

  write(writes: readonly Write[], checkpoints: readonly { model: ModelDeclaration; position: string }[]): Promise<void>;
  checkpoint(model: ModelDeclaration): Promise<string | null>;

  /** The version of a model that is read (null before the first), moved by compare-and-set; false when it was another one. */
  activeVersion(name: string): Promise<number | null>;
  activate(name: string, from: number | null, to: number): Promise<boolean>;

  /** Every document of a model in order of id, in batches; for verification. */
  all<D extends ModelDocument>(model: ModelDeclaration): AsyncIterable<D>;

  close(): Promise<void>;
}

export const READ_MODELS = Symbol('ReadModels');

import type { EventType, Recorded, StreamEvents } from './event';

export type Scalar = string | number | boolean | null;

type Leaf = Scalar | undefined | readonly unknown[];
/** Paths through the objects of a document: `task.deadline`. */
export type PathOf<D> = {
  [K in keyof D & string]-?: NonNullable<D[K]> extends Leaf ? K : `${K}.${PathOf<NonNullable<D[K]>>}`;
}[keyof D & string];

export interface Index<Field extends string = string> {
  readonly fields: readonly Field[];
  /** Default `value`. `many`: the first field is an array. `words`: one field, an array of folded words looked up by prefix. */
  readonly kind?: 'value' | 'many' | 'words';
  /** Those of the fields that are in descending order, for lists whose newest comes first. */
  readonly descending?: readonly Field[];
}

/** Read access to the documents of the model. */
export interface Lookup<D> {
  get(id: string): Promise<D | undefined>;
  /** Documents whose indexed field equals the value or, for an array, contains it; those that are stored without long fields. */
  find(field: string, value: Scalar): Promise<readonly D[]>;
}

// Method syntax makes the parameters bivariant, so that a `ReadModel<TaskDocument>` is assignable to `AnyReadModel`.
interface HandlersOf<D, T extends EventType> {
  own(document: D | undefined, event: Recorded<T>): D | undefined;
  others(
    document: D | undefined,
    event: Recorded<T>,
    id: string,
    lookup: Lookup<D>,
  ): D | undefined | Promise<D | undefined>;
}

interface OwnOf<D, Kind extends keyof StreamEvents> {
  readonly stream: Kind;
  readonly on?: { readonly [T in StreamEvents[Kind]['type']]?: HandlersOf<D, T>['own'] };
  /** Handles the stream's events that are not in `on`. */
  readonly otherwise?: HandlersOf<D, StreamEvents[Kind]['type']>['own'];
}

/**
 * Folds one stream into the document of the same id: `task-12` into document 12. It depends on no other stream, so a whole stream
 * can also be folded at once.
 */
export type Own<D> = { [Kind in keyof StreamEvents]: OwnOf<D, Kind> }[keyof StreamEvents];

/** How events change documents of other streams, in log order. */
export interface Others<D> {
  /** Returns the ids of the affected documents that the event names. Called only for events that have a handler. */
  ids?(event: Recorded): readonly string[];
  /** Ids of further affected documents, looked up in the model as it was before the event. */
  find?(event: Recorded, lookup: Lookup<D>): Promise<readonly string[]> | null;
  /** Handlers by event type. Their lookup already includes the event's effect on the document of its own stream. */
  readonly on?: { readonly [T in EventType]?: HandlersOf<D, T>['others'] };
  /** Handles events that are not in `on`. */
  readonly otherwise?: HandlersOf<D, EventType>['others'];
}

/**
 * Documents projected from the log for one kind of reader. Handlers are pure and idempotent: they read no clock and never throw
 * on a stored event. They return the document after the event; undefined leaves it unchanged, or absent.
 */
export interface ReadModel<D extends { readonly id: string }, Field extends string = PathOf<D>, Found = D> {
  readonly name: string;
  /** One of `versions`. A higher one triggers a rebuild. */
  readonly version: number;
  readonly indexes: readonly Index<Field>[];
  /** Fields that queries sort and filter by without an index. */
  readonly unindexedFields?: readonly Field[];
  /** Long fields that queries leave out of the documents that they find; a document that is read by its id is whole. */
  readonly longFields?: readonly Field[];
  /** The first field of an index of kind `value` whose values belong to few documents each. */
  readonly nearlyUnique?: Field;
  /** Never set: it only carries the type of the documents that queries find. */
  readonly found?: Found;
  readonly own?: Own<D>;
  readonly others?: Others<D>;
  /** Set by `pastOf`: the model whose earlier states this one keeps. */
  readonly past?: {
    readonly of: string;
    kept(document: D): D;
    isSame(before: D, after: D): boolean;
    restored(found: Found): Found;
  };
}

/** A read model of any document type. */
export type AnyReadModel<D extends { readonly id: string } = { readonly id: string }, Found = D> = ReadModel<
  D,
  string,
  Found
>;

import type { EventType, Recorded, StreamEvents } from './event';

export type Scalar = string | number | boolean | null;

type Leaf = Scalar | undefined | readonly unknown[];
/** Paths through the objects of a document: `task.deadline`. */
export type PathOf<D> = {
  [K in keyof D & string]-?: NonNullable<D[K]> extends Leaf ? K : `${K}.${PathOf<NonNullable<D[K]>>}`;
}[keyof D & string];

export interface Index<Field extends string = string> {
  readonly fields: readonly Field[];
  /** `value` when absent; `many`: the first field holds an array; `words`: one array of folded words, looked up by prefix. */
  readonly kind?: 'value' | 'many' | 'words';
}

/** The documents of the model. */
export interface Lookup<D> {
  get(id: string): Promise<D | undefined>;
  /** Documents whose indexed field equals the value, or holds it when the field is an array. */
  find(field: string, value: Scalar): Promise<readonly D[]>;
}

// Written as methods, so that a model of some documents is one of documents.
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
  /** Events of the stream that `on` does not name. */
  readonly every?: HandlersOf<D, StreamEvents[Kind]['type']>['own'];
}

/**
 * What one stream alone makes of its document: `task-12` of document 12. It needs nothing but the events of that stream in their
 * order, one by one or all of them at once.
 */
export type Own<D> = { [Kind in keyof StreamEvents]: OwnOf<D, Kind> }[keyof StreamEvents];

/** What events do to documents that are not of their own stream, in the order of the log. */
export interface Others<D> {
  /** The documents that the event itself names. */
  ids?(event: Recorded): readonly string[];
  /** Further documents, found in the model as of the event before. */
  find?(event: Recorded, lookup: Lookup<D>): Promise<readonly string[]> | null;
  /** The look-up knows what the event's own stream made of it. */
  readonly on?: { readonly [T in EventType]?: HandlersOf<D, T>['others'] };
  /** Events that `on` does not name. */
  readonly every?: HandlersOf<D, EventType>['others'];
}

/**
 * Documents made from the log for one reader. Handlers are pure: they never look at a clock and never throw on a stored event, and
 * the same event twice gives the same document. They give the document after the event; undefined leaves it as it is, or absent.
 */
export interface ReadModel<D extends { readonly id: string }, Field extends string = PathOf<D>> {
  readonly name: string;
  /** Raised whenever the documents would come out differently. */
  readonly version: number;
  readonly indexes: readonly Index<Field>[];
  /** Fields to sort and filter by without an index of their own. */
  readonly fields?: readonly Field[];
  readonly own?: Own<D>;
  readonly others?: Others<D>;
}

/** A model whatever its documents. */
export type AnyReadModel<D extends { readonly id: string } = { readonly id: string }> = ReadModel<D, string>;

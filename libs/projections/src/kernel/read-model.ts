import type { RecordedEvent } from '@gos/domain';

export type Scalar = string | number | boolean | null;

export interface Index {
  readonly fields: readonly string[];
  /** `value` when absent; `many`: the first field holds an array; `words`: one array of folded words, looked up by prefix. */
  readonly kind?: 'value' | 'many' | 'words';
}

/** The model as of the event before. */
export interface Lookup<D> {
  get(id: string): Promise<D | undefined>;
  /** Documents whose indexed field equals the value, or holds it when the field is an array. */
  find(field: string, value: Scalar): Promise<readonly D[]>;
}

/**
 * Documents made from the log for one reader. Handlers are pure: they never look at a clock and never throw on a stored event, and
 * the same event twice gives the same document.
 */
export interface ReadModel<D extends { readonly id: string }> {
  readonly name: string;
  /** Raised whenever the documents would come out differently. */
  readonly version: number;
  readonly indexes: readonly Index[];
  /** Fields to sort and filter by without an index of their own. */
  readonly fields?: readonly string[];
  /** The documents that the event itself names. */
  ids(event: RecordedEvent): readonly string[];
  /** Further documents that it touches, found in the model. */
  related?(event: RecordedEvent, lookup: Lookup<D>): Promise<readonly string[]> | null;
  /** The document after the event; undefined leaves it as it is, or absent. */
  apply(
    document: D | undefined,
    event: RecordedEvent,
    id: string,
    lookup: Lookup<D>,
  ): D | undefined | Promise<D | undefined>;
}

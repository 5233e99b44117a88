import type { Instant, RecordedEvent } from '@gos/domain';
import type { AnyReadModel, Index, Own, PathOf, ReadModel } from './read-model';

/** The `validUntil` of the present state: later than every instant. */
export const stillSo: Instant = '9999-12-31T23:59:59.999Z';

/** The span of time in which a document was as it is kept. */
export interface Past {
  /** The id of the document. The id of each earlier state is its own. */
  readonly of: string;
  /** The first instant of the state. */
  readonly validSince: Instant;
  /** The first instant after the state. */
  readonly validUntil: Instant;
}

/** Most moments are recent, and few states ended after them: so the end comes first. */
const span = ['validUntil', 'validSince'] as const satisfies readonly (keyof Past)[];

/** Does not compile for documents with fields of their own that a span would overwrite. */
type Spannable<D> = [keyof D & keyof Past] extends [never] ? unknown : never;

const namesIn = ({ indexes, unindexedFields = [] }: Pick<AnyReadModel, 'indexes' | 'unindexedFields'>) => [
  ...indexes.flatMap(({ kind, fields }) => (kind === 'words' ? [] : kind === 'many' ? fields.slice(1) : fields)),
  ...unindexedFields,
];

const unchanged = <T>(document: T): T => document;

interface Keeping<D extends { readonly id: string }, Field extends string, Found> {
  readonly name: string;
  readonly version: number;
  /** The conditions and orders that queries of the past look up, without the span. By default those of the model. */
  readonly indexes?: readonly Index<Field>[];
  /** Returns an earlier state without the parts that no query of the past reads. */
  readonly kept?: (document: D) => D;
  /** Whether an event left everything as it was that queries of the past read. */
  readonly isSame?: (before: D, after: D) => boolean;
  /** Returns a found state, which it may change, with the fields that `kept` left out because they are always the same. */
  readonly restored?: (found: Found) => Found;
  readonly own?: Own<D>;
}

/**
 * Returns a read model of all states that the documents of another model ever had. The present state has the document's id; the
 * projector adds an earlier one when an event changes the document. Queries sort and filter by the same fields.
 */
export function pastOf<D extends { readonly id: string }, Field extends string, Found>(
  model: ReadModel<D, Field, Found> & Spannable<D>,
  keeping: Keeping<D, Field, Found>,
): ReadModel<D & Past, PathOf<D & Past>, Found & Past> {
  const { name, version, indexes, own = model.own } = keeping;
  const { kept = unchanged, isSame = () => false, restored = unchanged } = keeping;
  const withSpan = (index: Index<Field>) =>
    index.kind === 'words' ? index : { ...index, fields: [...index.fields, ...span] };
  const spanned = [...(indexes ?? model.indexes).map(withSpan), { fields: ['of', ...span] }];
  const indexed = new Set<string>(spanned.flatMap(({ fields }) => fields as readonly string[]));
  const found = {
    name,
    version,
    indexes: spanned,
    nearlyUnique: 'of',
    unindexedFields: [...new Set<string>(namesIn(model))].filter((field) => !indexed.has(field)),
    ...(own && { own }),
    ...(model.others && { others: model.others }),
    past: { of: model.name, kept, isSame, restored },
  };
  return found as unknown as ReadModel<D & Past, PathOf<D & Past>, Found & Past>;
}

/** The state that an event ended. */
export interface EndedState<D> {
  readonly id: string;
  readonly document: D;
}

/**
 * Returns the document after an event with its span, and the state that the event ended. Events of one instant make one state.
 * The clocks of several processes differ, so a span never begins before the previous one.
 * @param before the document before the event, if there was one
 * @param after the document as the event leaves it
 */
export function inTime<D extends { readonly id: string }>(
  { kept, isSame }: NonNullable<AnyReadModel<D>['past']>,
  before: D | undefined,
  after: D,
  { position, metadata: { at } }: Pick<RecordedEvent, 'position' | 'metadata'>,
): { readonly document: D; readonly ended: EndedState<D> | null } {
  const { id: of } = after;
  const since = (before as (D & Past) | undefined)?.validSince;
  const goesOn = before !== undefined && since !== undefined && (at <= since || isSame(before, after));
  const document = { ...after, of, validSince: goesOn ? since : at, validUntil: stillSo };
  if (before === undefined || since === undefined || goesOn) return { document, ended: null };
  const id = `${of}@${position}`;
  return { document, ended: { id, document: { ...kept(before), id, of, validSince: since, validUntil: at } } };
}

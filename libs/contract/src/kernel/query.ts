import {
  czechSortKey,
  type Day,
  dayError,
  type FieldError,
  type Instant,
  instantError,
  longHtmlKey,
  longTextKey,
  normalizeText,
  type RefusalCode,
  type Schema,
  type Years,
  years,
} from '@gos/domain';
import { keysOf } from '@gos/domain/kernel/tables';
import { textOfFilter } from './none';

type Value = string | number | boolean | null;

/** A query parameter: how its text is read, and how OpenAPI describes it. Null is written as `none`. */
export interface Parameter<V extends Value = Value, Required extends boolean = boolean> {
  readonly schema: Schema;
  readonly required: Required;
  readonly description?: string;
  /** The values of a choice, in the order in which lists sort them. */
  readonly choices?: readonly string[];
  /** The refusal of a text that is no such value. Not used of filters, which always refuse with `validation.choice`. */
  readonly code: RefusalCode;
  /** undefined for a text that is no such value */
  read(text: string): V | undefined;
  /** The refusal of a text that is no such value, where it says more than `code`; used of filters too. */
  errorOf?(text: string, path: string): FieldError | null;
}
export type Parameters = Readonly<Record<string, Parameter>>;

/** The query parameters of an operation that is no collection. */
export interface OwnQuery {
  readonly own: Parameters;
}

/** How many items a page has, where a collection says nothing else. */
export const usualPageSize = { unasked: 25, max: 100 } as const;

/** The query parameters of a collection: `page`, `pageSize`, `sort`, `q`, its filters, and further ones of its own. */
export interface ListQuery {
  readonly sort: readonly string[];
  readonly filters: Parameters;
  readonly own?: Parameters;
  /** The description in OpenAPI of the fields that `q` searches. Null: `q` is accepted and ignored. */
  readonly words: string | null;
  readonly descriptions?: { readonly sort?: string; readonly pageSize?: string };
  /** when the request has no `pageSize` */
  readonly pageSize?: number;
  readonly maxPageSize?: number;
}

export type Query = OwnQuery | ListQuery;

/** The list of a collection that is neither sorted, searched nor filtered. */
export const pagingOnly = { sort: [], filters: {}, words: null } as const;

function parameter<T extends Value>(
  schema: Schema,
  read: (text: string) => T | undefined,
  code: RefusalCode,
): Parameter<T, false> {
  return { schema, required: false, code, read };
}

/** A day within the years. */
const dayWithin = (within: Years): Parameter<Day, false> => ({
  ...parameter<Day>(
    { type: 'string', format: 'date' },
    (text) => (dayError(text, '', within) === null ? text : undefined),
    'validation.day',
  ),
  errorOf: (text, path) => dayError(text, path, within),
});

/** A whole number from one to another. */
export const wholeBetween = (least: number, most: number): Parameter<number, false> =>
  parameter(
    { type: 'number' },
    (text) => (/^\d{1,15}$/.test(text) && Number(text) >= least && Number(text) <= most ? Number(text) : undefined),
    'validation.choice',
  );

const choiceOf = <const V extends string>(values: readonly V[]) => ({
  ...parameter(
    { type: 'string', enum: [...values] },
    (text) => values.find((value) => value === text),
    'validation.choice',
  ),
  choices: values,
});

export const param = {
  id: parameter(
    { type: 'number' },
    (text) => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined),
    'validation.choice',
  ),
  integer: parameter(
    { type: 'number' },
    (text) => (/^-?\d{1,15}$/.test(text) ? Number(text) : undefined),
    'validation.choice',
  ),
  flag: parameter(
    { type: 'boolean' },
    (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
    'validation.choice',
  ),
  instant: {
    ...parameter<Instant>(
      { type: 'string', format: 'date-time' },
      (text) => (instantError(text, '', years.calendar) === null ? new Date(text).toISOString() : undefined),
      'validation.instant',
    ),
    errorOf: (text: string, path: string) => instantError(text, path, years.calendar),
  },
  day: dayWithin(years.calendar),
  /** A day around which weeks are shown. */
  businessDay: dayWithin(years.business),
  year: {
    ...wholeBetween(years.business.first, years.business.last),
    errorOf: (_: string, path: string): FieldError => ({
      path,
      code: 'validation.year',
      params: { min: years.business.first, max: years.business.last },
    }),
  },
  text: parameter({ type: 'string' }, (text) => text, 'validation.type'),
  choice: choiceOf,
};

/** A text that documents keep by its sort key, and compare by it. */
export const textKey = { ...param.text, read: (given: string) => czechSortKey(normalizeText(given)) };

/** The same filter for a text of which lists compare only the beginning; HTML is compared by its words. */
export const longTextFilter = { ...param.text, read: longTextKey };
export const htmlFilter = { ...param.text, read: longHtmlKey };
/** In hundredths, as documents hold money. */
export const amount = {
  ...param.text,
  read: (given: string) => (/^\d{1,12}(\.\d{1,2})?$/.test(given) ? Math.round(Number(given) * 100) : undefined),
};

export const required = <T extends Value>(one: Parameter<T>): Parameter<T, true> => ({ ...one, required: true });

/** `none` selects rows without a value; the text "none" itself is `=none`. */
export const orNone = <T extends Value>(one: Parameter<T, false>): Parameter<T | null, false> => ({
  ...one,
  read: (given) => {
    const text = textOfFilter(given);
    return text === null ? null : one.read(text);
  },
});

export const explained = <P extends Parameter>(one: P, description: string): P => ({ ...one, description });

/** A moment in the past. One that is still ahead is the present. */
export const moment = explained(param.instant, 'as it was at this moment, as far as I may see it today');

/** Describes the parameter as an array in OpenAPI. How it is read stays the same: every filter takes several values. */
export const describedAsList = <P extends Parameter>(one: P): P => ({
  ...one,
  schema: { type: 'array', items: one.schema },
});

/** The same, with its items described as texts. */
export const describedAsTexts = <P extends Parameter>(one: P): P =>
  describedAsList({ ...one, schema: { type: 'string' } });

/** A list can be sorted by all of the fields, and filtered by those with a parameter. */
export function sortedAndFiltered<F extends Readonly<Record<string, Parameter | null>>>(fields: F) {
  type Filters = { readonly [N in keyof F as F[N] extends null ? never : N]: F[N] };
  const filters = Object.entries(fields).filter(([, filter]) => filter !== null);
  return { sort: keysOf<keyof F & string>(fields), filters: Object.fromEntries(filters) as Filters };
}

type ValueOf<P> = P extends Parameter<infer V> ? V : never;
type Plain<T> = { [N in keyof T]: T[N] };
type RequiredIn<Own> = { [N in keyof Own]: Own[N] extends { readonly required: true } ? N : never }[keyof Own];
type OwnIn<Q> = Q extends { readonly own: infer Own } ? Own : unknown;
type WithOptional<Own, Values extends Readonly<Record<keyof Own, unknown>>> = Plain<
  { readonly [N in RequiredIn<Own>]: Values[N] } & { readonly [N in Exclude<keyof Own, RequiredIn<Own>>]?: Values[N] }
>;

export type SortField<Q extends ListQuery> = Q['sort'][number];
export type FilterName<Q extends ListQuery> = keyof Q['filters'] & string;

/** The values of an operation's own parameters; absent ones have no entry. */
export type OwnValues<Q extends Query> = WithOptional<
  OwnIn<Q>,
  { readonly [N in keyof OwnIn<Q>]: ValueOf<OwnIn<Q>[N]> }
>;

/** The filters that are given, each with its values. */
export type FilterValues<Q extends ListQuery> = {
  readonly [N in keyof Q['filters']]?: readonly ValueOf<Q['filters'][N]>[];
};

type Written<V> = V extends null ? 'none' : V;
type Sorted<Field extends string> = Field | `-${Field}`;
type OwnWritten<Own> = WithOptional<Own, { readonly [N in keyof Own]: Written<ValueOf<Own[N]>> }>;

/** The query parameters that a client may send. `sort` takes at most two fields; the first has precedence. */
export type QueryGiven<Q extends Query> = OwnWritten<OwnIn<Q>> &
  (Q extends ListQuery
    ? Plain<
        {
          readonly page?: number;
          readonly pageSize?: number;
          readonly sort?: Sorted<SortField<Q>> | `${Sorted<SortField<Q>>},${Sorted<SortField<Q>>}`;
        } & (Q['words'] extends null ? unknown : { readonly q?: string }) & {
            readonly [N in keyof Q['filters']]?:
              | Written<ValueOf<Q['filters'][N]>>
              | readonly Written<ValueOf<Q['filters'][N]>>[];
          }
      >
    : unknown);

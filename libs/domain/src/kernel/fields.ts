import { dayError, instantError } from './calendar';
import type { Day, Instant, Money } from './message';
import { nameCharactersError } from './name-characters';
import type { FieldError, RefusalCode } from './refusal';
import { codePoints, normalizedOrNull, normalizeText } from './text';

/**
 * Entries of plain fields: fields whose value needs no other field and no state. An entry is data. Each layer implements each kind once,
 * for every field.
 */

interface AnyEntry {
  /** A solver without another role may edit the field, too. */
  readonly solver?: true;
  /** Lists offer the field as a column. */
  readonly column?: true;
  /** Lists offer a filter by the field. */
  readonly filter?: true;
  /** A copy begins without the value. */
  readonly uncopied?: true;
}

/** A text of one line, or null. A `url` begins with http:// or https://. */
interface LineEntry extends AnyEntry {
  readonly kind: 'line';
  /** code points */
  readonly max: number;
  readonly url?: true;
}

/** A whole number. It may be null when `initial` is. */
interface IntegerEntry extends AnyEntry {
  readonly kind: 'integer';
  readonly min: number;
  readonly max: number;
  readonly initial: number | null;
  /** The refusal of a number outside the limits; `validation.too-small` or `validation.too-large` by default. */
  readonly refused?: RefusalCode;
}

/** One of some values, in the order in which lists sort them. It may be null when `initial` is. */
interface ChoiceEntry extends AnyEntry {
  readonly kind: 'choice';
  readonly values: readonly string[];
  readonly initial: string | null;
}

/** A calendar day, or null. */
interface DayEntry extends AnyEntry {
  readonly kind: 'day';
}

/** Yes or no; no by default. */
interface FlagEntry extends AnyEntry {
  readonly kind: 'flag';
}

/** A length of time in whole minutes, at least one, or null. Lists offer no filter by it, as exact values are seldom wanted. */
interface DurationEntry extends Omit<AnyEntry, 'filter'> {
  readonly kind: 'duration';
  /** minutes */
  readonly max: number;
}

/** A point in time, or null. Lists offer no filter by it, as exact values are seldom wanted. */
interface InstantEntry extends Omit<AnyEntry, 'filter'> {
  readonly kind: 'instant';
}

/** Money in the installation's currency, or null. Only people with the right to the budget see and edit it. Lists offer no filter by it. */
interface MoneyEntry extends Omit<AnyEntry, 'filter' | 'solver'> {
  readonly kind: 'money';
}

/** A person by their id, or null. The field gives the person no right to the task. */
interface PersonEntry extends AnyEntry {
  readonly kind: 'person';
}

/** An address of a page elsewhere. */
export const urlLine = { kind: 'line', max: 2_000, url: true } as const satisfies LineEntry;

export type FieldEntry =
  | LineEntry
  | IntegerEntry
  | ChoiceEntry
  | DayEntry
  | FlagEntry
  | DurationEntry
  | InstantEntry
  | MoneyEntry
  | PersonEntry;
export type FieldKind = FieldEntry['kind'];
export type EntryOf<K extends FieldKind> = Extract<FieldEntry, { readonly kind: K }>;

type OrNull<E, V> = E extends { readonly initial: null } ? V | null : V;

interface ValueOfKind<E> {
  readonly line: string | null;
  readonly integer: OrNull<E, number>;
  readonly choice: E extends { readonly values: readonly (infer V)[] } ? OrNull<E, V> : never;
  readonly day: Day | null;
  readonly flag: boolean;
  readonly duration: number | null;
  readonly instant: Instant | null;
  readonly money: Money | null;
  readonly person: number | null;
}

/** The type of a field's values. */
export type FieldValueOf<E extends FieldEntry> = E extends { readonly kind: infer K extends FieldKind }
  ? ValueOfKind<E>[K]
  : never;

/** The value of a field that nobody has set. */
export function initialOf(entry: FieldEntry): string | number | boolean | null {
  if ('initial' in entry) return entry.initial;
  return entry.kind === 'flag' ? false : null;
}

/** Normalises a valid value for storage. */
export const normalizedField = <V>(entry: FieldEntry, value: V): V =>
  entry.kind === 'line' ? (normalizedOrNull(value as string | null) as V) : value;

const checks: { readonly [K in FieldKind]: (entry: EntryOf<K>, value: never, path: string) => FieldError | null } = {
  line({ max, url }, value: string, path) {
    if (url && !/^https?:\/\/[^\s/]+/i.test(value.trim())) return { path, code: 'validation.url' };
    const isTooLong = codePoints(normalizeText(value)) > max;
    return isTooLong ? { path, code: 'validation.too-long', params: { max } } : nameCharactersError(value, path);
  },
  integer({ min, max, refused }, value: number, path): FieldError | null {
    if (Number.isInteger(value) && value >= min && value <= max) return null;
    if (refused) return { path, code: refused };
    if (!Number.isInteger(value)) return { path, code: 'validation.integer' };
    return value < min
      ? { path, code: 'validation.too-small', params: { min } }
      : { path, code: 'validation.too-large', params: { max } };
  },
  choice: ({ values }, value: string, path) => (values.includes(value) ? null : { path, code: 'validation.choice' }),
  day: (_, value: Day, path) => dayError(value, path),
  flag: () => null,
  duration: ({ max }, value: number, path): FieldError | null =>
    Number.isNaN(value)
      ? { path, code: 'validation.number' }
      : checks.integer({ kind: 'integer', min: 1, max, initial: null }, value as never, path),
  instant: (_, value: Instant, path) => instantError(value, path),
  // The aggregates know the currency and the people.
  money: () => null,
  person: (_, value: number, path) =>
    Number.isSafeInteger(value) && value > 0 ? null : { path, code: 'validation.type' },
};

/** The check of a field's values that are not null. @returns the error, with the path, or null */
export const fieldCheckOf = (entry: FieldEntry) =>
  checks[entry.kind] as (entry: FieldEntry, value: unknown, path: string) => FieldError | null;

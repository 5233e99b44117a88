import type { PlainAnswers } from '@gos/contract';
import {
  type EditedField,
  type EditedValues,
  editedFieldNames,
  type FieldError,
  type FieldOfKind,
  type Money,
  normalizeText,
  type PlainField,
  type PlainValues,
  plainEntryOf,
  plainFields,
  plainInitials,
  taskFieldChecks,
} from '@gos/domain';
import { type FieldKind, normalizedField } from '@gos/domain/kernel/fields';
import { pick, tableOf } from '@gos/domain/kernel/tables';
import { isPersonRef } from '../../../entities/user/use-people';
import { moneyError, moneyIn } from '../../../lib/money-input';

type Answers = Pick<PlainAnswers, EditedField>;
type DraftValue<F extends PlainField> = F extends FieldOfKind<'line' | 'money'> ? string : PlainAnswers[F];

/** The plain fields as a form holds them: lines and money as they are typed, people with their names, everything else as values. */
export type PlainDraftOf<F extends PlainField> = { readonly [N in F]: DraftValue<N> };
export type PlainDraft = PlainDraftOf<EditedField>;

type AnyCheck = (value: unknown) => FieldError | null;

interface DraftKind {
  /** The draft of an answered value. */
  readonly begin: (value: unknown) => unknown;
  /** The value of a draft, as it is sent. */
  readonly value: (field: PlainField, draft: unknown) => unknown;
  readonly error: (field: PlainField, draft: unknown) => FieldError | null;
  /** Whether a kept draft of a field with a value is still possible. */
  readonly fits: (field: PlainField, draft: unknown) => boolean;
}

const checked: DraftKind['error'] = (field, draft) => (taskFieldChecks[field] as AnyCheck)(draft);
const itself = (value: unknown) => value;
const normalized: DraftKind['value'] = (field, draft) => normalizedField<unknown>(plainEntryOf(field), draft);

const stored = (type: 'string' | 'number' | 'boolean'): DraftKind => ({
  begin: itself,
  value: normalized,
  error: checked,
  fits: (field, draft) => typeof draft === type && checked(field, draft) === null,
});

const typed = {
  begin: (value: unknown) => value ?? '',
  fits: (_: PlainField, draft: unknown) => typeof draft === 'string',
};

const given = (draft: unknown) => normalizeText(draft as string) !== '';

const kinds: Readonly<Record<FieldKind, DraftKind>> = {
  line: { ...typed, value: normalized, error: (field, draft) => (given(draft) ? checked(field, draft) : null) },
  integer: stored('number'),
  choice: stored('string'),
  day: stored('string'),
  flag: stored('boolean'),
  duration: stored('number'),
  instant: stored('string'),
  money: {
    ...typed,
    begin: (value) => (value as Money | null)?.amount ?? '',
    value: (_, draft) => moneyIn(draft as string),
    error: (path, draft) => moneyError(path, draft as string),
  },
  person: {
    begin: itself,
    value: (_, draft) => (isPersonRef(draft) ? draft.id : null),
    error: () => null,
    fits: (_, draft) => isPersonRef(draft),
  },
};

const kindOf = (field: PlainField) => kinds[plainEntryOf(field).kind];
const isTyped = (field: PlainField) => kindOf(field).fits === typed.fits;

export const plainDraftOf = <F extends PlainField>(values: Pick<PlainAnswers, F>, fields: readonly F[]) =>
  tableOf(fields, (field) => kindOf(field).begin(values[field])) as PlainDraftOf<F>;

/** Nobody is named in a new task, so that values and answers are the same. */
const initials = plainInitials as unknown as Answers;
export const emptyPlain = plainDraftOf(initials, editedFieldNames);

/** The values of a draft as they are sent. */
export const plainValuesOf = <F extends PlainField>(draft: PlainDraftOf<F>, fields: readonly F[]) =>
  tableOf(fields, (field) => kindOf(field).value(field, draft[field])) as Pick<PlainValues, F>;

/** The values that differ from those of a new task. */
export function changedPlain(draft: PlainDraft): Partial<EditedValues> {
  const values = plainValuesOf(draft, editedFieldNames);
  return pick(
    values,
    editedFieldNames.filter((field) => values[field] !== plainInitials[field]),
  );
}

/** Without the fields that a copy begins without. */
export const copiedPlain = (values: Answers): PlainDraft => ({
  ...plainDraftOf(values, editedFieldNames),
  ...Object.fromEntries(
    editedFieldNames.filter((field) => 'uncopied' in plainFields[field]).map((field) => [field, emptyPlain[field]]),
  ),
});

/** Whether a line says something. */
export const hasLine = (draft: PlainDraft) => editedFieldNames.some((field) => isTyped(field) && given(draft[field]));

/** The domain's own errors. */
export const plainErrors = <F extends PlainField>(draft: PlainDraftOf<F>, fields: readonly F[]) =>
  tableOf(fields, (field): FieldError | null =>
    draft[field] === null ? null : kindOf(field).error(field, draft[field]),
  );

/** Whether a field of a draft has no value. */
export const isEmptyPlain = (field: PlainField, draft: unknown) =>
  draft === null || draft === undefined || (isTyped(field) && !given(draft));

export const isPlain = (field: string): field is EditedField => Object.hasOwn(emptyPlain, field);

/** Whether a kept value is still possible. */
export function fitsPlain(field: PlainField, value: unknown): boolean {
  if (!isTyped(field) && (value === null || value === undefined)) return value === plainInitials[field];
  return kindOf(field).fits(field, value);
}

import type { PlainAnswers } from '@gos/contract';
import {
  type EditedField,
  type EditedValues,
  editedFieldNames,
  type FieldError,
  type FieldOfKind,
  type Money,
  normalizeText,
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
type DraftValue<F extends EditedField> = F extends FieldOfKind<'line' | 'money'> ? string : Answers[F];

/** The plain fields as a form holds them: lines and money as they are typed, people with their names, everything else as values. */
export type PlainDraft = { readonly [F in EditedField]: DraftValue<F> };

type AnyCheck = (value: unknown) => FieldError | null;

interface DraftKind {
  /** The draft of an answered value. */
  readonly begin: (value: unknown) => unknown;
  /** The value of a draft, as it is sent. */
  readonly value: (field: EditedField, draft: unknown) => unknown;
  readonly error: (field: EditedField, draft: unknown) => FieldError | null;
  /** Whether a kept draft of a field with a value is still possible. */
  readonly fits: (field: EditedField, draft: unknown) => boolean;
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
  fits: (_: EditedField, draft: unknown) => typeof draft === 'string',
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

const kindOf = (field: EditedField) => kinds[plainEntryOf(field).kind];
const isTyped = (field: EditedField) => kindOf(field).fits === typed.fits;

export const plainDraftOf = (values: Answers) =>
  tableOf(editedFieldNames, (field) => kindOf(field).begin(values[field])) as PlainDraft;

/** Nobody is named in a new task, so that values and answers are the same. */
const initials = plainInitials as unknown as Answers;
export const emptyPlain = plainDraftOf(initials);

/** The values of a draft as they are sent. */
export const plainValuesOf = (draft: PlainDraft) =>
  tableOf(editedFieldNames, (field) => kindOf(field).value(field, draft[field])) as EditedValues;

/** The values that differ from those of a new task. */
export function changedPlain(draft: PlainDraft): Partial<EditedValues> {
  const values = plainValuesOf(draft);
  return pick(
    values,
    editedFieldNames.filter((field) => values[field] !== plainInitials[field]),
  );
}

/** Without the fields that a copy begins without. */
export const copiedPlain = (values: Answers): PlainDraft => ({
  ...plainDraftOf(values),
  ...Object.fromEntries(
    editedFieldNames.filter((field) => 'uncopied' in plainFields[field]).map((field) => [field, emptyPlain[field]]),
  ),
});

/** Whether a line says something. */
export const hasLine = (draft: PlainDraft) => editedFieldNames.some((field) => isTyped(field) && given(draft[field]));

/** The domain's own errors. */
export const plainErrors = (draft: PlainDraft) =>
  tableOf(editedFieldNames, (field): FieldError | null =>
    draft[field] === null ? null : kindOf(field).error(field, draft[field]),
  );

export const isPlain = (field: string): field is EditedField => Object.hasOwn(emptyPlain, field);

/** Whether a kept value is still possible. */
export function fitsPlain(field: EditedField, value: unknown): boolean {
  if (!isTyped(field) && (value === null || value === undefined)) return value === plainInitials[field];
  return kindOf(field).fits(field, value);
}

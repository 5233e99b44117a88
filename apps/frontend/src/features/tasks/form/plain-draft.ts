import {
  type EditedField,
  type EditedValues,
  editedFieldNames,
  type FieldError,
  plainEntryOf,
  plainFields,
  plainInitials,
  taskFieldChecks,
} from '@gos/domain';
import { type FieldKind, normalizedField } from '@gos/domain/kernel/fields';
import { pick, tableOf } from '@gos/domain/kernel/tables';

type DraftValue<F extends EditedField> = (typeof plainFields)[F] extends { readonly kind: 'line' }
  ? string
  : EditedValues[F];

/** The plain fields as a form holds them: lines as they are typed, everything else as values. */
export type PlainDraft = { readonly [F in EditedField]: DraftValue<F> };

const isLine = (field: EditedField) => plainEntryOf(field).kind === 'line';

export const plainDraftOf = (values: EditedValues) =>
  tableOf(editedFieldNames, (field) => (isLine(field) ? (values[field] ?? '') : values[field])) as PlainDraft;

export const emptyPlain = plainDraftOf(plainInitials);

/** The values of a draft as they are sent. */
export const plainValuesOf = (draft: PlainDraft) =>
  tableOf(editedFieldNames, (field) => normalizedField<unknown>(plainEntryOf(field), draft[field])) as EditedValues;

/** The values that differ from those of a new task. */
export function changedPlain(draft: PlainDraft): Partial<EditedValues> {
  const values = plainValuesOf(draft);
  return pick(
    values,
    editedFieldNames.filter((field) => values[field] !== plainInitials[field]),
  );
}

/** Without the fields that a copy begins without. */
export const copiedPlain = (values: EditedValues): PlainDraft => ({
  ...plainDraftOf(values),
  ...Object.fromEntries(
    editedFieldNames.filter((field) => 'uncopied' in plainFields[field]).map((field) => [field, emptyPlain[field]]),
  ),
});

/** Whether a line says something. */
export const hasLine = (draft: PlainDraft) =>
  editedFieldNames.some((field) => isLine(field) && plainValuesOf(draft)[field] !== null);

type AnyCheck = (value: unknown) => FieldError | null;

/** The domain's own errors. */
export function plainErrors(draft: PlainDraft) {
  const values = plainValuesOf(draft);
  return tableOf(editedFieldNames, (field): FieldError | null =>
    values[field] === null ? null : (taskFieldChecks[field] as AnyCheck)(draft[field]),
  );
}

export const isPlain = (field: string): field is EditedField => Object.hasOwn(emptyPlain, field);

const storedAs: Readonly<Record<FieldKind, 'string' | 'number' | 'boolean'>> = {
  line: 'string',
  integer: 'number',
  choice: 'string',
  day: 'string',
  flag: 'boolean',
  duration: 'number',
  instant: 'string',
};

/** Whether a kept value is still possible. */
export function fitsPlain(field: EditedField, value: unknown): boolean {
  if (isLine(field)) return typeof value === 'string';
  if (value === null || value === undefined) return value === plainInitials[field];
  return typeof value === storedAs[plainEntryOf(field).kind] && (taskFieldChecks[field] as AnyCheck)(value) === null;
}

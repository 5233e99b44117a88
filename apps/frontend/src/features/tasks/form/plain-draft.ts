import {
  type FieldError,
  type PlainField,
  type PlainValues,
  plainEntryOf,
  plainFieldNames,
  plainFields,
  plainInitials,
  taskFieldChecks,
} from '@gos/domain';
import { normalizedField } from '@gos/domain/kernel/fields';
import { pick, tableOf } from '@gos/domain/kernel/tables';

type DraftValue<F extends PlainField> = (typeof plainFields)[F] extends { readonly kind: 'line' }
  ? string
  : PlainValues[F];

/** The plain fields as a form holds them: lines as they are typed, everything else as values. */
export type PlainDraft = { readonly [F in PlainField]: DraftValue<F> };

const isLine = (field: PlainField) => plainEntryOf(field).kind === 'line';

export const plainDraftOf = (values: PlainValues) =>
  tableOf(plainFieldNames, (field) => (isLine(field) ? (values[field] ?? '') : values[field])) as PlainDraft;

export const emptyPlain = plainDraftOf(plainInitials);

/** The values of a draft as they are sent. */
export const plainValuesOf = (draft: PlainDraft) =>
  tableOf(plainFieldNames, (field) => normalizedField<unknown>(plainEntryOf(field), draft[field])) as PlainValues;

/** The values that differ from those of a new task. */
export function changedPlain(draft: PlainDraft): Partial<PlainValues> {
  const values = plainValuesOf(draft);
  return pick(
    values,
    plainFieldNames.filter((field) => values[field] !== plainInitials[field]),
  );
}

/** Without the fields that a copy begins without. */
export const copiedPlain = (values: PlainValues): PlainDraft => ({
  ...plainDraftOf(values),
  ...Object.fromEntries(
    plainFieldNames.filter((field) => 'uncopied' in plainFields[field]).map((field) => [field, emptyPlain[field]]),
  ),
});

/** Whether a line says something. */
export const hasLine = (draft: PlainDraft) =>
  plainFieldNames.some((field) => isLine(field) && plainValuesOf(draft)[field] !== null);

type AnyCheck = (value: unknown) => FieldError | null;

/** The domain's own errors. */
export function plainErrors(draft: PlainDraft) {
  const values = plainValuesOf(draft);
  return tableOf(plainFieldNames, (field): FieldError | null =>
    values[field] === null ? null : (taskFieldChecks[field] as AnyCheck)(draft[field]),
  );
}

/** A kept draft, as far as its values are still possible. */
export function keptPlain(kept: Readonly<Record<string, unknown>>): PlainDraft {
  const isPossible = (field: PlainField) => {
    const value = kept[field];
    if (isLine(field)) return typeof value === 'string';
    if (value === null || value === undefined) return false;
    const isOfKind = plainEntryOf(field).kind !== 'flag' || typeof value === 'boolean';
    return isOfKind && (taskFieldChecks[field] as AnyCheck)(value) === null;
  };
  return tableOf(plainFieldNames, (field) => (isPossible(field) ? kept[field] : emptyPlain[field])) as PlainDraft;
}

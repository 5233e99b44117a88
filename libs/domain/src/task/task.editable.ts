import { limits } from '../kernel/limits';
import { mapTable, tableOf } from '../kernel/tables';
import { normalizedOrNull, normalizeText } from '../kernel/text';
import { type EditableField, editableFields, shortTexts, type TaskFields } from './task';

interface EditableRule<V> {
  /** Normalises a value for storage. */
  readonly kept: (given: V) => V;
  /** The default of a new task. */
  readonly initial: V;
}

const asGiven = <V>(given: V) => given;

const rules: { readonly [F in EditableField]: EditableRule<TaskFields[F]> } = {
  name: { kept: normalizeText, initial: '' },
  description: { kept: asGiven, initial: '' },
  tags: { kept: (tags) => [...new Set(tags.map(normalizeText))], initial: [] },
  priority: { kept: asGiven, initial: limits.priority.default },
  type: { kept: asGiven, initial: 'normal' },
  ...mapTable(shortTexts, () => ({ kept: normalizedOrNull, initial: null })),
};

type Given = { readonly [F in EditableField]?: TaskFields[F] | null };

export const fieldsIn = (given: Given) => editableFields.filter((field) => given[field] !== undefined);

const keptOf = <F extends EditableField>(field: F, { [field]: given }: Given) =>
  rules[field].kept(given ?? rules[field].initial);

/** The given fields, normalised. */
export const tidied = (given: Partial<TaskFields>) =>
  tableOf(fieldsIn(given), (field) => keptOf(field, given)) as Partial<TaskFields>;

/** All editable fields of a new task. */
export const fieldsOfNew = (given: Given) =>
  tableOf(editableFields, (field) => keptOf(field, given)) as unknown as TaskFields;

/** Picks the editable fields out of a larger object; one that was not there yet when an event was written has its default. */
export const editableOf = (fields: Partial<TaskFields>) =>
  tableOf(editableFields, (field) => fields[field] ?? rules[field].initial) as unknown as TaskFields;

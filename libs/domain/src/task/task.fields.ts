import { dayError, instantError } from '../kernel/calendar';
import { descriptionError, textError } from '../kernel/field-checks';
import {
  type FieldEntry,
  type FieldKind,
  type FieldValueOf,
  fieldCheckOf,
  initialOf,
  normalizedField,
} from '../kernel/fields';
import { limits } from '../kernel/limits';
import { nameCharactersError } from '../kernel/name-characters';
import type { FieldError } from '../kernel/refusal';
import { keysOf, mapTable, pick, tableOf } from '../kernel/tables';
import { codePoints, normalizeText } from '../kernel/text';
import { commandFields, plainFields } from './task.registry';

const entries = { ...plainFields, ...commandFields };
type Entries = typeof entries;
export type PlainField = keyof Entries;
/** The plain fields that `edit` changes. */
export type EditedField = keyof typeof plainFields;
export type PlainValues = { readonly [F in PlainField]: FieldValueOf<Entries[F]> };
export type EditedValues = Pick<PlainValues, EditedField>;
export type CommandValues = Omit<PlainValues, EditedField>;

/** The plain fields whose entries are like this. */
export type PlainFieldLike<E> = { [F in PlainField]: Entries[F] extends E ? F : never }[PlainField];

export const plainFieldNames = keysOf(entries);
export const editedFieldNames = keysOf(plainFields);

export type FieldOfKind<K extends FieldKind> = PlainFieldLike<{ readonly kind: K }>;

/** The plain fields of one kind, in the order of their entries. */
export const plainFieldsOf = <K extends FieldKind>(kind: K) =>
  plainFieldNames.filter((field) => entries[field].kind === kind) as FieldOfKind<K>[];

/** The plain fields in the order of new tasks and histories: choices, then numbers, days, flags and so on, lines at the end. */
export const choiceFields = plainFieldsOf('choice');
export const measureFields = plainFieldNames.filter(
  (field) => entries[field].kind !== 'choice' && entries[field].kind !== 'line',
);
export const lineFields = plainFieldsOf('line');
export const moneyFields = plainFieldsOf('money');
export const personFields = plainFieldsOf('person');

export const isPersonField = (field: PlainField): field is FieldOfKind<'person'> =>
  personFields.some((one) => one === field);
export const isEditedField = <F extends PlainField>(field: F): field is F & EditedField =>
  Object.hasOwn(plainFields, field);

/** The entry of a plain field, of whatever kind. */
export const plainEntryOf = (field: PlainField): FieldEntry => entries[field];

/** The plain fields with a property, in the order of their entries. */
export const plainFieldsWith = <P extends 'column' | 'filter' | 'solver'>(property: P) =>
  plainFieldNames.filter((field) => property in entries[field]) as PlainFieldLike<Readonly<Record<P, true>>>[];

/** The plain fields of a task that nobody gave any value. */
export const plainInitials = mapTable(entries, (_, entry: FieldEntry) => initialOf(entry)) as PlainValues;
/** The same of the fields that commands of their own set. */
export const commandInitials = pick(plainInitials, keysOf(commandFields)) as CommandValues;

/** The fields that the command `edit` changes; all others have commands of their own. */
export interface TaskFields extends EditedValues {
  readonly name: string;
  /** sanitised HTML */
  readonly description: string;
  readonly tags: readonly string[];
}

export const editableFields = ['name', 'description', 'tags', ...editedFieldNames] as const;
export type EditableField = (typeof editableFields)[number];

/** The fields of a new task that a repeated task decides for all its tasks, in the order of its history. */
export const sharedFields = [
  'description',
  'tags',
  'contractorId',
  'projectId',
  'boardId',
  'estimateMinutes',
  'budget',
  'acknowledged',
  'passive',
  ...editedFieldNames,
] as const;
export type SharedField = (typeof sharedFields)[number];

type PlainChecks = {
  readonly [F in PlainField]: (value: NonNullable<PlainValues[F]>, path?: string) => FieldError | null;
};

const plainChecks = mapTable(entries, (field, entry: FieldEntry) => {
  const check = fieldCheckOf(entry);
  return (value: unknown, path: string = field) => check(entry, value, path);
}) as PlainChecks;

const estimate = { kind: 'duration', max: limits.estimateMinutes.max } as const;

type Check = (value: never, path: string) => FieldError | null;

/** Checks of a task's fields, shared by the browser's forms and the server, so that both report the same errors. */
export const taskFieldChecks = {
  ...plainChecks,
  name(value: string, path = 'name'): FieldError | null {
    const length = codePoints(normalizeText(value));
    if (length < limits.name.min) return { path, code: 'task.name.too-short', params: { min: limits.name.min } };
    if (length > limits.name.max) return { path, code: 'task.name.too-long', params: { max: limits.name.max } };
    return nameCharactersError(value, path);
  },
  description: (value: string, path = 'description') => descriptionError(value, path),
  tags(value: readonly string[], path = 'tags'): FieldError | null {
    if (new Set(value.map(normalizeText)).size > limits.tags.max) {
      return { path, code: 'task.tags.too-many', params: { max: limits.tags.max } };
    }
    const wrong = value.findIndex(
      (tag) => codePoints(normalizeText(tag)) < 1 || codePoints(normalizeText(tag)) > limits.tags.length,
    );
    if (wrong >= 0) return { path: `${path}.${wrong}`, code: 'task.tag.length', params: { max: limits.tags.length } };
    return value.map((tag, index) => nameCharactersError(tag, `${path}.${index}`)).find((error) => error) ?? null;
  },
  estimateMinutes(value: number, path = 'estimateMinutes'): FieldError | null {
    return fieldCheckOf(estimate)(estimate, value, path);
  },
  deadline: (value: string, path = 'deadline') => instantError(value, path),
  shownDate: (value: string, path = 'shownDate') => dayError(value, path),
  text: (value: string, path = 'text') => textError(value, path),
  rating(value: number, path = 'rating'): FieldError | null {
    const { min, max } = limits.rating;
    return Number.isInteger(value) && value >= min && value <= max ? null : { path, code: 'task.rating.range' };
  },
} satisfies Record<string, Check>;

interface EditableRule<V> {
  /** Normalises a value for storage. */
  readonly normalize: (given: V) => V;
  /** The default of a new task. */
  readonly initial: V;
}

const rules = {
  name: { normalize: normalizeText, initial: '' },
  description: { normalize: (given: string) => given, initial: '' },
  tags: { normalize: (tags: readonly string[]) => [...new Set(tags.map(normalizeText))], initial: [] },
  ...mapTable(plainFields, (field, entry: FieldEntry) => ({
    normalize: <V>(given: V) => normalizedField(entry, given),
    initial: plainInitials[field],
  })),
} as { readonly [F in EditableField]: EditableRule<TaskFields[F]> };

type Given = { readonly [F in EditableField]?: TaskFields[F] | null };

export const fieldsIn = (given: Given) => editableFields.filter((field) => given[field] !== undefined);

const normalizedIn = <F extends EditableField>(field: F, { [field]: given }: Given) =>
  rules[field].normalize(given ?? rules[field].initial);

/** The given fields, normalised. */
export const normalizedFields = (given: Partial<TaskFields>) =>
  tableOf(fieldsIn(given), (field) => normalizedIn(field, given)) as Partial<TaskFields>;

/** The people whom plain fields name. */
export const peopleInFields = (
  given: {
    readonly [F in FieldOfKind<'person'>]?: PlainValues[F] | null;
  },
): (number | null | undefined)[] => personFields.map((field) => given[field]);

/** All editable fields of a new task. */
export const fieldsOfNew = (given: Given) =>
  tableOf(editableFields, (field) => normalizedIn(field, given)) as unknown as TaskFields;

/** Picks the editable fields out of a larger object; a field that did not exist yet when an event was written has its default. */
export const editableOf = (fields: Partial<TaskFields>) =>
  tableOf(editableFields, (field) => fields[field] ?? rules[field].initial) as unknown as TaskFields;

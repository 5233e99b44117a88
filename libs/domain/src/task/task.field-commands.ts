import type { CommandTable } from '../kernel/aggregate';
import { type FieldEntry, initialOf, normalizedField } from '../kernel/fields';
import type { Message } from '../kernel/message';
import { type Refusal, refuseFields } from '../kernel/refusal';
import { keysOf, pick, tableOf } from '../kernel/tables';
import { same } from '../kernel/values';
import type { Task } from './task';
import { type CommandValues, plainEntryOf } from './task.fields';
import { type FieldCommandEntry, fieldCommands } from './task.registry';
import type { OwnAction, TaskRight } from './task.roles';
import { plainFieldErrors, type TaskFacts } from './task.rules';

type Entries = typeof fieldCommands;
export type FieldCommand = keyof Entries;
type EntryOf<N extends FieldCommand> = Entries[N] & FieldCommandEntry;
type TakenField<N extends FieldCommand> = keyof EntryOf<N>['takes'] & keyof CommandValues;
/** The commands whose entries are like this. */
export type FieldCommandLike<E> = { [N in FieldCommand]: Entries[N] extends E ? N : never }[FieldCommand];

type AnyEntry = Omit<FieldCommandEntry<Readonly<Record<keyof CommandValues, FieldEntry>>>, 'sets'> & {
  readonly sets?: Partial<CommandValues>;
};

export const fieldCommandNames = keysOf(fieldCommands);
export const isFieldCommand = (name: string): name is FieldCommand => Object.hasOwn(fieldCommands, name);
export const fieldCommandOf = (name: FieldCommand): AnyEntry => fieldCommands[name];

const fieldsIn = (values: object = {}) => Object.keys(values) as unknown as readonly (keyof CommandValues)[];

/** The fields whose values the body of the command brings. */
export const fieldsTakenBy = (name: FieldCommand) => fieldsIn(fieldCommandOf(name).takes);

/** Whether the command sets only values that the task has already. */
export function isAlreadySo(name: FieldCommand, task: { readonly [F in keyof CommandValues]: unknown }): boolean {
  const { takes, sets } = fieldCommandOf(name);
  return takes === undefined && fieldsIn(sets).every((field) => same(task[field], sets?.[field]));
}

/** The fields whose values the event of a command brings, by the event's type. */
export const fieldsInEvent = (type: string): readonly (keyof CommandValues)[] =>
  fieldCommandNames.filter((name) => fieldCommandOf(name).event === type).flatMap(fieldsTakenBy);

/** Values by the field that the body brings. Those that may be missing are null then. */
export type FieldCommandBodies = {
  readonly [N in FieldCommand]: { readonly [F in TakenField<N>]?: CommandValues[F] | null };
};
export type FieldCommandEvent = {
  [N in FieldCommand]: Message<EntryOf<N>['event'], Pick<CommandValues, TakenField<N>>>;
}[FieldCommand];

/** A table by the events of the commands. */
export const byFieldEvent = <R>(of: (name: FieldCommand, entry: AnyEntry) => R) =>
  Object.fromEntries(
    fieldCommandNames.map((name) => [fieldCommandOf(name).event, of(name, fieldCommandOf(name))]),
  ) as Readonly<Record<FieldCommandEvent['type'], R>>;

type WithOwnRight = { [N in FieldCommand]: Entries[N] extends { readonly right: string } ? never : N }[FieldCommand];
const hasOwnRight = (name: FieldCommand): name is WithOwnRight => typeof fieldCommandOf(name).right !== 'string';

/** The rights that commands bring, by the command's name. */
export const fieldCommandRights = tableOf(
  fieldCommandNames.filter(hasOwnRight),
  (name) => fieldCommandOf(name).right as TaskRight,
);

/** The right to a command: that of its entry, or one of its own under its name. */
export const rightToFieldCommand = (name: FieldCommand): OwnAction | WithOwnRight =>
  hasOwnRight(name) ? name : (fieldCommandOf(name).right as OwnAction);

type Given = { readonly [F in keyof CommandValues]?: CommandValues[F] | null };

/** The values that the task has after the command. */
const valuesAfter = (name: FieldCommand, given: Given) =>
  ({
    ...fieldCommandOf(name).sets,
    ...tableOf(fieldsTakenBy(name), (field) => {
      const entry = plainEntryOf(field);
      return normalizedField<unknown>(entry, given[field] ?? initialOf(entry));
    }),
  }) as Partial<CommandValues>;

function decide(
  name: FieldCommand,
  task: Task,
  given: Given,
  facts: TaskFacts,
): readonly FieldCommandEvent[] | Refusal {
  const { takes, event } = fieldCommandOf(name);
  const values = valuesAfter(name, given);
  const fields = fieldsTakenBy(name);
  const missing = fields.filter((field) => takes?.[field] === 'required' && values[field] === null);
  const refused = refuseFields([
    ...missing.map((path) => ({ path, code: 'validation.required' }) as const),
    ...plainFieldErrors(values, task, facts),
  ]);
  if (refused) return refused;
  const isDone = fieldsIn(values).every((field) => same(task[field], values[field]));
  return isDone ? [] : [{ type: event, data: pick(values, fields) } as unknown as FieldCommandEvent];
}

export const fieldCommandTable = tableOf(fieldCommandNames, (name) => ({
  right: rightToFieldCommand(name),
  decide: (task: Task, given: Given, facts: TaskFacts) => decide(name, task, given, facts),
})) as unknown as CommandTable<FieldCommandBodies, Task, FieldCommandEvent, TaskFacts, never>;

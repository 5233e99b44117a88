import type { CommandOf, EmptyBody } from '../kernel/aggregate';
import { type EntryOf, type FieldEntry, type FieldKind, fieldCheckOf, initialOf } from '../kernel/fields';
import { limits } from '../kernel/limits';
import {
  choice,
  day,
  flag,
  id,
  instant,
  integer,
  list,
  money,
  moneyWithCode,
  type ObjectShape,
  object,
  optionalOrNull,
  orNull,
  partial,
  type Shape,
  type TypeOf,
  text,
} from '../kernel/shape';
import { mapTable, pick, tableOf } from '../kernel/tables';
import type { UndoBody } from '../kernel/undo';
import type { FileReference, FollowedTask, HostLink } from './task';
import {
  type FieldCommand,
  type FieldCommandBodies,
  fieldCommandNames,
  fieldCommandOf,
  fieldsTakenBy,
} from './task.field-commands';
import {
  choiceFields,
  type EditableField,
  type EditedField,
  editedFieldNames,
  isEditedField,
  lineFields,
  measureFields,
  type PlainField,
  type PlainValues,
  plainEntryOf,
  plainFieldNames,
  sharedFields,
  taskFieldChecks,
} from './task.fields';
import type { Emoji } from './task.reactions';

const name = text(taskFieldChecks.name);
const description = text(taskFieldChecks.description, 2 * limits.description.maxBytes);
const tags = list(text(), { max: 10_000, check: taskFieldChecks.tags });
const estimateMinutes = integer(taskFieldChecks.estimateMinutes);
const words = text(taskFieldChecks.text, 2 * limits.text.max);
const ids = list(id, { max: limits.participants.max });

const baseShapes: { readonly [K in FieldKind]: (entry: EntryOf<K>) => Shape } = {
  line: (entry) => text((value, path) => fieldCheckOf(entry)(entry, value, path), 2 * entry.max),
  integer: (entry) => integer((value, path) => fieldCheckOf(entry)(entry, value, path)),
  choice: ({ values }) => choice(values),
  day: () => day,
  flag: () => flag,
  duration: (entry) => integer((value, path) => fieldCheckOf(entry)(entry, value, path)),
  instant: () => instant,
  money: () => money,
  person: () => id,
};

function shapeOfEntry(entry: FieldEntry): Shape {
  const shape = (baseShapes[entry.kind] as (entry: FieldEntry) => Shape)(entry);
  return initialOf(entry) === null ? orNull(shape) : shape;
}

/** The shapes of the values of plain fields. */
export const plainShapes = tableOf(plainFieldNames, (field) => shapeOfEntry(plainEntryOf(field))) as {
  readonly [F in PlainField]: Shape<PlainValues[F], false>;
};
/** The same of those that `edit` changes, in bodies. */
const editedShapes = pick(plainShapes, editedFieldNames);

const newShapes = mapTable<EditedField, Shape, Shape>(editedShapes, (_, shape) => optionalOrNull(shape)) as {
  readonly [F in EditedField]: Shape<PlainValues[F] | null, true>;
};

const newTask = object({
  name,
  description: optionalOrNull(description),
  ...pick(newShapes, choiceFields.filter(isEditedField)),
  ...pick(newShapes, measureFields.filter(isEditedField)),
  deadline: optionalOrNull(instant),
  shownDate: optionalOrNull(day),
  contractorId: optionalOrNull(id),
  solverId: optionalOrNull(id),
  projectId: optionalOrNull(id),
  boardId: optionalOrNull(id),
  parentId: optionalOrNull(id),
  predecessors: optionalOrNull(ids),
  acknowledged: optionalOrNull(ids),
  passive: optionalOrNull(ids),
  tags: optionalOrNull(tags),
  estimateMinutes: optionalOrNull(estimateMinutes),
  budget: optionalOrNull(money),
  ...pick(newShapes, lineFields.filter(isEditedField)),
  files: optionalOrNull(ids),
});

/** The fields that the tasks of a repeated task have in common. */
export const sharedTaskFields = pick(newTask.fields, sharedFields);

/** The request bodies of the task commands, by command type; commands that need only the path are not listed. */
export const taskBodies = {
  /** also the body of `createSubtask` */
  create: newTask,
  edit: partial(
    object({
      name,
      description,
      tags,
      ...editedShapes,
    } satisfies Record<EditableField, Shape>),
  ),
  assign: object({ solverId: orNull(id) }),
  complete: object({ result: words }),
  accept: object({
    reservation: optionalOrNull(words),
    rating: optionalOrNull(integer(taskFieldChecks.rating)),
    comment: optionalOrNull(words),
    costReduction: optionalOrNull(moneyWithCode('task.cost-reduction.number')),
  }),
  return: object({ reason: words, deadline: optionalOrNull(instant) }),
  end: object({ reason: optionalOrNull(words) }),
  restore: object({ deadline: optionalOrNull(instant) }),
  deadline: object({ deadline: orNull(instant) }),
  plan: object({ shownDate: orNull(day) }),
  estimate: object({ estimateMinutes }),
  budget: object({ budget: money }),
  /** A board implies its project; without one the project has to be named, or that there is none. */
  move: object(
    { projectId: optionalOrNull(id), boardId: optionalOrNull(id), beforeId: optionalOrNull(id) },
    ({ projectId, boardId = null }) =>
      projectId === undefined && boardId === null ? { path: 'projectId', code: 'validation.required' } : null,
  ),
  comment: object({ text: words, replyTo: optionalOrNull(id) }),
  editComment: object({ text: words }),
  addParticipant: object({ userId: id, kind: choice(['acknowledged', 'passive']) }),
  /** the id of an event of the action */
  undo: object({ eventId: text(undefined, 36) }),
  /** `taskId` is the predecessor */
  addPredecessor: object({ taskId: id }),
};

/** The request bodies of the commands that set fields; null for those that take none. */
export const fieldCommandBodies = tableOf(fieldCommandNames, (name) => {
  const taken = fieldsTakenBy(name);
  const shapes = tableOf(taken, (field) => {
    const entry = plainEntryOf(field);
    const shape = (baseShapes[entry.kind] as (entry: FieldEntry) => Shape)(entry);
    return fieldCommandOf(name).takes?.[field] === 'required' ? shape : optionalOrNull(shape);
  });
  return taken.length === 0 ? null : object(shapes);
}) as Readonly<Record<FieldCommand, ObjectShape | null>>;

type Wire = { readonly [N in keyof typeof taskBodies]: TypeOf<(typeof taskBodies)[N]> };

/** A task to be created: only the name is required, all other fields have defaults. */
export type NewTask = Wire['create'];

/** A command on a comment, which its path names. */
export interface OfComment {
  readonly commentId: number;
}
interface OfReaction extends OfComment {
  readonly emoji: Emoji;
}
interface OfFile {
  readonly fileId: number;
}

/** The commands of the system alone. */
export type SystemTaskCommand = 'endAutomatically' | 'remind' | 'follow' | 'link';

/** The body of each task command, with the ids that the path names within the task. */
export interface TaskBodies
  extends Omit<Wire, 'addPredecessor' | 'create' | 'editComment' | 'undo'>,
    FieldCommandBodies {
  /** `hostLink` comes from deliveries of webhooks only: no request has it. */
  readonly create: NewTask & { readonly hostLink?: HostLink };
  /** `underId` is the parent from the path */
  readonly createSubtask: NewTask & { readonly underId: number };
  readonly endAutomatically: EmptyBody;
  readonly remind: EmptyBody;
  readonly follow: { readonly wanted: FollowedTask | null };
  readonly link: {
    readonly hostLink: HostLink;
    /** The external link that the address replaces; absent: the external link stays. */
    readonly replaces?: string | null;
  };
  readonly editComment: Wire['editComment'] & OfComment;
  readonly react: OfReaction;
  readonly removeReaction: OfReaction;
  readonly removeComment: OfComment;
  readonly restoreComment: OfComment;
  readonly removeParticipant: { readonly userId: number };
  readonly addFile: { readonly file: FileReference };
  readonly removeFile: OfFile;
  readonly restoreFile: OfFile;
  readonly delete: EmptyBody;
  readonly undelete: EmptyBody;
  readonly undo: UndoBody;
}
export type TaskCommand = CommandOf<TaskBodies>;

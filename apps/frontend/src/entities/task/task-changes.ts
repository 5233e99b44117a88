import { type CommandAnswer, type NamedRef, type PersonRef, taskRoutes } from '@gos/contract';
import {
  type FieldCommand,
  type FieldCommandLike,
  fieldCommandNames,
  fieldCommandOf,
  type NewTask,
  type ParticipantKind,
  type SystemTaskCommand,
  type TaskBodies,
  type TaskFields,
  type TaskState,
} from '@gos/domain';
import { tableOf } from '@gos/domain/kernel/tables';
import { type Kebab, kebab } from '@gos/domain/kernel/text';
import type { MessageId } from '../../i18n';
import { type PreparedRequest, prepareCommand } from '../../lib/request';

/** The place of a task, and the task of its board that follows it; null is the end. */
export interface TaskPlacing {
  readonly project: NamedRef | null;
  readonly board: NamedRef | null;
  readonly beforeId?: number | null;
}

/** A task that may be waited for; name and state are null where they are hidden. */
export interface OtherTask {
  readonly id: number;
  readonly name: string | null;
  readonly state: TaskState | null;
}

/** The commands on a task that the browser sends, each with its body and the ids of its path within the task. */
interface Bodies extends Omit<TaskBodies, 'create' | 'createSubtask' | SystemTaskCommand | 'addFile' | 'undo'> {
  readonly createSubtask: NewTask;
  /** `taskId` is the predecessor */
  readonly addPredecessor: { readonly taskId: number };
  readonly removePredecessor: { readonly taskId: number };
}
export type TaskChangeType = keyof Bodies;

/** Names for the ids in a body, shown until the server answers. */
export interface ChangeNames {
  readonly person?: PersonRef | null;
  /** named by plain fields */
  readonly people?: readonly PersonRef[];
  readonly project?: NamedRef | null;
  readonly board?: NamedRef | null;
  readonly task?: OtherTask;
}

interface Looked {
  /** The revision that was looked at when the editing began. */
  readonly revision: number;
}

/** A change of a task: a command of the domain. */
export type ChangeOfType<N extends TaskChangeType> = {
  readonly [T in N]: {
    readonly type: T;
    readonly body: Bodies[T];
    readonly names?: ChangeNames;
  } & (T extends 'edit' ? Looked : unknown);
}[N];
export type TaskChange = ChangeOfType<TaskChangeType>;

export const editOf = (
  body: Partial<TaskFields>,
  revision: number,
  people: readonly PersonRef[] = [],
): ChangeOfType<'edit'> => ({
  type: 'edit',
  body: body as Bodies['edit'],
  revision,
  names: { people },
});

export const assignTo = (person: PersonRef | null): ChangeOfType<'assign'> => ({
  type: 'assign',
  body: { solverId: person?.id ?? null },
  names: { person },
});

export const moveTo = ({ project, board, beforeId }: TaskPlacing): ChangeOfType<'move'> => ({
  type: 'move',
  body: { projectId: project?.id ?? null, boardId: board?.id ?? null, ...(beforeId !== undefined && { beforeId }) },
  names: { project, board },
});

export const addParticipant = (person: PersonRef, kind: ParticipantKind): ChangeOfType<'addParticipant'> => ({
  type: 'addParticipant',
  body: { userId: person.id, kind },
  names: { person },
});

export const waitFor = (task: OtherTask): ChangeOfType<'addPredecessor'> => ({
  type: 'addPredecessor',
  body: { taskId: task.id },
  names: { task },
});

export const addSubtask = ({
  place,
  ...body
}: NewTask & { readonly place?: TaskPlacing }): ChangeOfType<'createSubtask'> => ({
  type: 'createSubtask',
  body: { ...body, ...(place && { projectId: place.project?.id, boardId: place.board?.id }) },
  names: { project: place?.project, board: place?.board },
});

export interface ChangeAnswer extends CommandAnswer {
  readonly commentId?: number;
  readonly subtaskId?: number;
}

/** The request of a change, made and not sent yet. */
export const requestOf = (id: number, { type, body }: TaskChange): PreparedRequest<ChangeAnswer> =>
  prepareCommand(taskRoutes[type], id, body);

interface ChangeMessages {
  /** of a refused change, in the specification's words */
  readonly failed: MessageId;
  /** after the change has settled; null for small edits, which are seen */
  readonly done: MessageId | null;
}

const editFailed = 'task.failure.edit';
/** A refusal says the reason by itself. */
const actionFailed: MessageId = 'task.failure.action';

type FieldCommandText = {
  [N in FieldCommand]:
    | (N extends FieldCommandLike<{ readonly failure: true }> ? `task.failure.${Kebab<N>}` : never)
    | (N extends FieldCommandLike<{ readonly done: true }> ? `task.done.${Kebab<N>}` : never);
}[FieldCommand];
/** A text that an entry requires and that is missing does not compile. */
const there = (id: FieldCommandText): MessageId => id;

const fieldCommandMessages = tableOf(fieldCommandNames, (name): ChangeMessages => {
  const { failure, done } = fieldCommandOf(name);
  return {
    failed: failure ? there(`task.failure.${kebab(name)}` as FieldCommandText) : actionFailed,
    done: done ? there(`task.done.${kebab(name)}` as FieldCommandText) : null,
  };
});

/** The messages of each command. A command without them does not compile. */
export const changeMessages: Readonly<Record<TaskChangeType, ChangeMessages>> = {
  ...fieldCommandMessages,
  edit: { failed: editFailed, done: null },
  assign: { failed: editFailed, done: null },
  deadline: { failed: editFailed, done: null },
  plan: { failed: editFailed, done: null },
  estimate: { failed: 'task.failure.estimate', done: null },
  budget: { failed: editFailed, done: null },
  addPredecessor: { failed: editFailed, done: null },
  removePredecessor: { failed: editFailed, done: null },
  move: { failed: 'task.failure.move', done: 'task.done.move' },
  comment: { failed: 'task.failure.comment', done: 'task.done.comment' },
  addParticipant: { failed: 'task.failure.participant', done: null },
  removeParticipant: { failed: 'task.failure.participant', done: null },
  createSubtask: { failed: 'task.failure.create', done: 'task.done.subtask' },
  complete: { failed: actionFailed, done: 'task.done.complete' },
  accept: { failed: actionFailed, done: 'task.done.accept' },
  return: { failed: actionFailed, done: 'task.done.return' },
  end: { failed: actionFailed, done: 'task.done.end' },
  restore: { failed: actionFailed, done: 'task.done.restore' },
  editComment: { failed: actionFailed, done: null },
  react: { failed: actionFailed, done: null },
  removeReaction: { failed: actionFailed, done: null },
  removeComment: { failed: actionFailed, done: 'task.done.remove-comment' },
  restoreComment: { failed: actionFailed, done: null },
  removeFile: { failed: actionFailed, done: 'task.done.remove-file' },
  restoreFile: { failed: actionFailed, done: null },
  delete: { failed: actionFailed, done: 'task.done.delete' },
  undelete: { failed: actionFailed, done: 'task.done.undelete' },
};

/** Putting a task elsewhere in its board is seen and says nothing. */
export function isReordering(change: TaskChange, before: TaskPlacing | null): boolean {
  const { type, body } = change;
  return type === 'move' && body.boardId !== null && body.boardId === before?.board?.id;
}

import { type CommandAnswer, type NamedRef, type PersonRef, taskRoutes } from '@gos/contract';
import type { NewTask, ParticipantKind, SystemTaskCommand, TaskBodies, TaskFields, TaskState } from '@gos/domain';
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

/** Messages of refused changes, in the specification's words. */
const ownFailures: Partial<Record<TaskChangeType, MessageId>> = {
  edit: 'task.failure.edit',
  assign: 'task.failure.edit',
  deadline: 'task.failure.edit',
  plan: 'task.failure.edit',
  estimate: 'task.failure.estimate',
  budget: 'task.failure.edit',
  move: 'task.failure.move',
  comment: 'task.failure.comment',
  addParticipant: 'task.failure.participant',
  removeParticipant: 'task.failure.participant',
  createSubtask: 'task.failure.create',
  addPredecessor: 'task.failure.edit',
  removePredecessor: 'task.failure.edit',
};
export const failureOf = (type: TaskChangeType): MessageId => ownFailures[type] ?? 'task.failure.action';

/** Said after the change has settled; small edits say nothing, they are seen. */
export const successMessages: Partial<Record<TaskChangeType, MessageId>> = {
  complete: 'task.done.complete',
  accept: 'task.done.accept',
  return: 'task.done.return',
  end: 'task.done.end',
  restore: 'task.done.restore',
  move: 'task.done.move',
  comment: 'task.done.comment',
  removeComment: 'task.done.remove-comment',
  removeFile: 'task.done.remove-file',
  createSubtask: 'task.done.subtask',
  delete: 'task.done.delete',
  undelete: 'task.done.undelete',
};

/** Putting a task elsewhere in its board is seen and says nothing. */
export function isReordering(change: TaskChange, before: TaskPlacing | null): boolean {
  const { type, body } = change;
  return type === 'move' && body.boardId !== null && body.boardId === before?.board?.id;
}

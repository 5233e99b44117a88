import { type CommandAnswer, type NamedRef, type PersonRef, taskRoutes } from '@gos/contract';
import type { ParticipantKind, Rank, TaskState } from '@gos/domain';
import type { MessageId } from '../../i18n';
import { type BodyOf, type PreparedRequest, prepare } from '../../lib/request';

/** Where a task stands, and ahead of which other task of its board; null is the end. */
export interface TaskPlacing {
  readonly project: NamedRef | null;
  readonly board: NamedRef | null;
  readonly beforeId?: number | null;
}

/** Commands whose body is also what the browser shows at once. */
type SentAsShown =
  | 'complete'
  | 'accept'
  | 'return'
  | 'end'
  | 'restore'
  | 'deadline'
  | 'plan'
  | 'estimate'
  | 'budget'
  | 'comment';

/** For all other commands, what the browser shows at once; `requestOf` makes the body of it. */
interface Shown {
  readonly edit: {
    readonly fields: BodyOf<typeof taskRoutes.edit>;
    /** The revision that was looked at when the editing began. */
    readonly revision: number;
  };
  readonly assign: { readonly solver: PersonRef | null };
  readonly move: TaskPlacing & {
    /** The rank that is shown until the server says its own. */
    readonly order?: Rank;
  };
  readonly removeComment: { readonly commentId: number };
  readonly restoreComment: { readonly commentId: number };
  readonly addParticipant: { readonly person: PersonRef; readonly as: ParticipantKind };
  readonly removeParticipant: { readonly person: PersonRef };
  readonly createSubtask: {
    readonly name: string;
    readonly solver: PersonRef | null;
    /** Where its parent stands, when the person may put tasks there. */
    readonly place?: TaskPlacing;
    /** What it waits for from its beginning. */
    readonly predecessors?: readonly number[];
  };
  readonly addPredecessor: {
    readonly task: { readonly id: number; readonly name: string | null; readonly state: TaskState | null };
  };
  readonly removePredecessor: { readonly taskId: number };
  readonly removeFile: { readonly fileId: number };
  readonly restoreFile: { readonly fileId: number };
  readonly delete: unknown;
  readonly undelete: unknown;
}

/** What a person can do to a task, by the names of the commands: what the browser shows at once, and what the server is asked for. */
export type TaskChange =
  | { [N in SentAsShown]: { readonly kind: N } & BodyOf<(typeof taskRoutes)[N]> }[SentAsShown]
  | { [N in keyof Shown]: { readonly kind: N } & Shown[N] }[keyof Shown];
export type TaskChangeKind = TaskChange['kind'];

export interface ChangeAnswer extends CommandAnswer {
  readonly commentId?: number;
  readonly subtaskId?: number;
}

/** The request of a change, made and not sent yet. */
export function requestOf(id: number, change: TaskChange): PreparedRequest<ChangeAnswer> {
  switch (change.kind) {
    case 'edit':
      return prepare(taskRoutes.edit, { id, body: change.fields });
    case 'assign':
      return prepare(taskRoutes.assign, { id, body: { solverId: change.solver?.id ?? null } });
    case 'move': {
      const { project, board, beforeId } = change;
      return prepare(taskRoutes.move, {
        id,
        body: { projectId: project?.id ?? null, boardId: board?.id ?? null, beforeId },
      });
    }
    case 'addParticipant':
      return prepare(taskRoutes.addParticipant, { id, body: { userId: change.person.id, kind: change.as } });
    case 'removeParticipant':
      return prepare(taskRoutes.removeParticipant, { id, userId: change.person.id });
    case 'createSubtask': {
      const { name, solver, place, predecessors } = change;
      return prepare(taskRoutes.createSubtask, {
        id,
        body: {
          name,
          solverId: solver?.id,
          projectId: place?.project?.id,
          boardId: place?.board?.id,
          predecessors,
        },
      });
    }
    case 'addPredecessor':
      return prepare(taskRoutes.addPredecessor, { id, body: { taskId: change.task.id } });
    case 'removePredecessor':
      return prepare(taskRoutes.removePredecessor, { id, taskId: change.taskId });
    case 'removeComment':
    case 'restoreComment':
      return prepare(taskRoutes[change.kind], { id, commentId: change.commentId });
    case 'removeFile':
    case 'restoreFile':
      return prepare(taskRoutes[change.kind], { id, fileId: change.fileId });
    case 'delete':
    case 'undelete':
      return prepare(taskRoutes[change.kind], { id });
    default: {
      const { kind, ...body } = change;
      return prepare(taskRoutes[kind], { id, body });
    }
  }
}

/** What a refused change is said to be, in the specification's words. */
export const failureMessages: Record<TaskChangeKind, MessageId> = {
  edit: 'task.failure.edit',
  assign: 'task.failure.edit',
  complete: 'task.failure.action',
  accept: 'task.failure.action',
  return: 'task.failure.action',
  end: 'task.failure.action',
  restore: 'task.failure.action',
  deadline: 'task.failure.edit',
  plan: 'task.failure.edit',
  estimate: 'task.failure.estimate',
  budget: 'task.failure.edit',
  move: 'task.failure.move',
  comment: 'task.failure.comment',
  removeComment: 'task.failure.action',
  restoreComment: 'task.failure.action',
  addParticipant: 'task.failure.participant',
  removeParticipant: 'task.failure.participant',
  createSubtask: 'task.failure.create',
  addPredecessor: 'task.failure.edit',
  removePredecessor: 'task.failure.edit',
  removeFile: 'task.failure.action',
  restoreFile: 'task.failure.action',
  delete: 'task.failure.action',
  undelete: 'task.failure.action',
};

/** Said after the change has settled; small edits say nothing, they are seen. */
export const successMessages: Partial<Record<TaskChangeKind, MessageId>> = {
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
  return change.kind === 'move' && change.board !== null && change.board.id === before?.board?.id;
}

/**
 * What takes a change back, where another action does exactly that.
 * @param before where the task stood
 */
export function reverseOf(change: TaskChange, before: TaskPlacing | null): TaskChange | null {
  switch (change.kind) {
    case 'move':
      return before && { kind: 'move', ...before };
    case 'delete':
      return { kind: 'undelete' };
    case 'removeComment':
      return { kind: 'restoreComment', commentId: change.commentId };
    case 'removeFile':
      return { kind: 'restoreFile', fileId: change.fileId };
    default:
      return null;
  }
}

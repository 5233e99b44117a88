import type { NamedRef, PersonRef } from '@gos/contract';
import type { Day, Instant, Money, ParticipantKind, Rank, TaskFields, TaskState } from '@gos/domain';
import type { MessageId } from '../../i18n';

/** Where a task stands, and ahead of which other task of its board; null is the end. */
export interface TaskPlacing {
  readonly project: NamedRef | null;
  readonly board: NamedRef | null;
  readonly beforeId?: number | null;
}

/** What a person can do to a task: what the browser shows at once, and what the server is asked for. */
export type TaskChange =
  | {
      readonly kind: 'edit';
      readonly fields: Partial<TaskFields>;
      /** The revision that was looked at when the editing began. */
      readonly revision: number;
    }
  | { readonly kind: 'assign'; readonly solver: PersonRef | null }
  | { readonly kind: 'complete'; readonly result: string }
  | {
      readonly kind: 'accept';
      readonly reservation?: string;
      readonly rating?: number;
      readonly comment?: string;
      readonly costReduction?: Money;
    }
  | { readonly kind: 'return'; readonly reason: string; readonly deadline?: Instant }
  | { readonly kind: 'end'; readonly reason?: string }
  | { readonly kind: 'restore'; readonly deadline?: Instant }
  | { readonly kind: 'deadline'; readonly deadline: Instant | null }
  | { readonly kind: 'plan'; readonly shownDate: Day | null }
  | { readonly kind: 'estimate'; readonly estimateMinutes: number }
  | { readonly kind: 'budget'; readonly budget: Money }
  | ({
      readonly kind: 'move';
      /** The rank that is shown until the server says its own. */
      readonly order?: Rank;
    } & TaskPlacing)
  | { readonly kind: 'comment'; readonly text: string }
  | { readonly kind: 'remove-comment'; readonly commentId: number }
  | { readonly kind: 'restore-comment'; readonly commentId: number }
  | { readonly kind: 'participant'; readonly person: PersonRef; readonly as: ParticipantKind }
  | { readonly kind: 'remove-participant'; readonly person: PersonRef }
  | {
      readonly kind: 'subtask';
      readonly name: string;
      readonly solver: PersonRef | null;
      /** Where its parent stands, when the person may put tasks there. */
      readonly place?: TaskPlacing;
      /** What it waits for from its beginning. */
      readonly predecessors?: readonly number[];
    }
  | {
      readonly kind: 'predecessor';
      readonly task: { readonly id: number; readonly name: string | null; readonly state: TaskState | null };
    }
  | { readonly kind: 'remove-predecessor'; readonly taskId: number }
  | { readonly kind: 'remove-file'; readonly fileId: number }
  | { readonly kind: 'restore-file'; readonly fileId: number }
  | { readonly kind: 'delete' }
  | { readonly kind: 'undelete' };
export type TaskChangeKind = TaskChange['kind'];

export interface TaskRequest {
  readonly method: 'post' | 'patch' | 'delete';
  readonly path: string;
  readonly body?: unknown;
}

/** The only place that knows the addresses and bodies of the actions. */
export function requestOf(taskId: number, change: TaskChange): TaskRequest {
  const path = `/tasks/${taskId}`;
  const post = (action: string, body: unknown = {}): TaskRequest => ({
    method: 'post',
    path: `${path}/${action}`,
    body,
  });
  const remove = (what: string): TaskRequest => ({ method: 'delete', path: `${path}/${what}` });
  switch (change.kind) {
    case 'edit':
      return { method: 'patch', path, body: change.fields };
    case 'assign':
      return post('assign', { solverId: change.solver?.id ?? null });
    case 'complete':
      return post('complete', { result: change.result });
    case 'accept': {
      const { kind: _, ...body } = change;
      return post('accept', body);
    }
    case 'return':
      return post('return', { reason: change.reason, ...(change.deadline && { deadline: change.deadline }) });
    case 'end':
      return post('end', change.reason ? { reason: change.reason } : {});
    case 'restore':
      return post('restore', change.deadline ? { deadline: change.deadline } : {});
    case 'deadline':
      return post('deadline', { deadline: change.deadline });
    case 'plan':
      return post('plan', { shownDate: change.shownDate });
    case 'estimate':
      return post('estimate', { estimateMinutes: change.estimateMinutes });
    case 'budget':
      return post('budget', { budget: change.budget });
    case 'move':
      return post('move', {
        projectId: change.project?.id ?? null,
        boardId: change.board?.id ?? null,
        ...(change.beforeId !== undefined && { beforeId: change.beforeId }),
      });
    case 'comment':
      return post('comments', { text: change.text });
    case 'remove-comment':
      return remove(`comments/${change.commentId}`);
    case 'restore-comment':
      return post(`comments/${change.commentId}/undelete`);
    case 'participant':
      return post('participants', { userId: change.person.id, kind: change.as });
    case 'remove-participant':
      return remove(`participants/${change.person.id}`);
    case 'subtask':
      return post('subtasks', {
        name: change.name,
        ...(change.solver && { solverId: change.solver.id }),
        ...(change.place?.project && { projectId: change.place.project.id }),
        ...(change.place?.board && { boardId: change.place.board.id }),
        ...(change.predecessors && { predecessors: change.predecessors }),
      });
    case 'predecessor':
      return post('predecessors', { taskId: change.task.id });
    case 'remove-predecessor':
      return remove(`predecessors/${change.taskId}`);
    case 'remove-file':
      return remove(`files/${change.fileId}`);
    case 'restore-file':
      return post(`files/${change.fileId}/undelete`);
    case 'delete':
      return { method: 'delete', path };
    case 'undelete':
      return post('undelete');
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
  'remove-comment': 'task.failure.action',
  'restore-comment': 'task.failure.action',
  participant: 'task.failure.participant',
  'remove-participant': 'task.failure.participant',
  subtask: 'task.failure.create',
  predecessor: 'task.failure.edit',
  'remove-predecessor': 'task.failure.edit',
  'remove-file': 'task.failure.action',
  'restore-file': 'task.failure.action',
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
  'remove-comment': 'task.done.remove-comment',
  'remove-file': 'task.done.remove-file',
  subtask: 'task.done.subtask',
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
    case 'remove-comment':
      return { kind: 'restore-comment', commentId: change.commentId };
    case 'remove-file':
      return { kind: 'restore-file', fileId: change.fileId };
    default:
      return null;
  }
}

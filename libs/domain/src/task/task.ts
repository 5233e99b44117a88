import type { Decider } from '../kernel/decider';
import type { Day, EventMetadata, Instant, Message, Money } from '../kernel/message';
import type { Rank } from '../kernel/rank';

export const taskTypes = ['normal', 'continuous', 'meeting', 'graph'] as const;
export type TaskType = (typeof taskTypes)[number];

export const taskStates = ['created', 'assigned', 'fulfilled', 'returned', 'solved'] as const;
export type TaskState = (typeof taskStates)[number];

export const outcomes = ['accepted', 'accepted-with-reservation', 'ended', 'ended-automatically'] as const;
export type Outcome = (typeof outcomes)[number];

export type ParticipantKind = 'acknowledged' | 'passive';

export interface FileReference {
  readonly fileId: number;
  readonly name: string;
  /** bytes */
  readonly size: number;
  readonly mime: string;
  readonly sha256: string;
}

export interface TaskCreatedData {
  readonly taskId: number;
  readonly name: string;
  /** sanitised HTML */
  readonly description: string;
  readonly type: TaskType;
  readonly priority: number;
  readonly deadline: Instant | null;
  readonly shownDate: Day | null;
  readonly contractorId: number;
  readonly solverId: number | null;
  readonly projectId: number | null;
  readonly boardId: number | null;
  /** its place among the tasks of the board */
  readonly order?: Rank | null;
  readonly parentId: number | null;
  readonly predecessors: readonly number[];
  readonly acknowledged: readonly number[];
  readonly passive: readonly number[];
  readonly tags: readonly string[];
  readonly estimateMinutes: number | null;
  readonly budget: Money | null;
  readonly gitBranch: string | null;
  readonly externalUrl: string | null;
  readonly files: readonly FileReference[];
}

export const editableFields = ['name', 'description', 'tags', 'priority', 'type', 'gitBranch', 'externalUrl'] as const;
export type EditableField = (typeof editableFields)[number];

export interface TaskFields {
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly priority: number;
  readonly type: TaskType;
  readonly gitBranch: string | null;
  readonly externalUrl: string | null;
}

/** The old value of a long text is not repeated: it is folded from the history when read. */
export type FieldEdit = {
  [F in EditableField]: { readonly field: F; readonly from?: TaskFields[F]; readonly to: TaskFields[F] };
}[EditableField];

export interface TaskPlace {
  readonly projectId: number | null;
  readonly boardId: number | null;
}

interface Moved<T> {
  readonly from: T;
  readonly to: T;
}

export type TaskEvent =
  | Message<'TaskCreated', TaskCreatedData>
  | Message<'TaskCreatedForContractor', TaskCreatedData>
  | Message<'TaskEdited', { readonly changes: readonly FieldEdit[] }>
  | Message<'DeadlineMoved', Moved<Instant | null>>
  | Message<'TaskPlanned', Moved<Day | null>>
  | Message<'TaskAssigned', Moved<number | null>>
  | Message<'SubtaskAdded', { readonly taskId: number }>
  | Message<'ParticipantAdded', { readonly userId: number; readonly kind: ParticipantKind }>
  | Message<'ParticipantRemoved', { readonly userId: number; readonly kind: ParticipantKind }>
  | Message<'DocumentAdded', FileReference>
  | Message<'DocumentRemoved', { readonly fileId: number }>
  | Message<'DocumentRestored', { readonly fileId: number }>
  | Message<'CommentAdded', { readonly commentId: number; readonly text: string; readonly mentions: readonly number[] }>
  | Message<'CommentRemoved', { readonly commentId: number }>
  | Message<'CommentRestored', { readonly commentId: number }>
  | Message<'TaskCompleted', { readonly result: string }>
  | Message<
      'TaskAccepted',
      {
        readonly reservation: string | null;
        readonly rating: number | null;
        readonly comment: {
          readonly commentId: number;
          readonly text: string;
          readonly mentions: readonly number[];
        } | null;
        readonly costReduction: Money | null;
      }
    >
  | Message<'TaskReturned', { readonly reason: string }>
  | Message<'TaskEndedByContractor', { readonly reason: string | null }>
  | Message<'TaskEndedAutomatically', { readonly cause: 'meeting-over' | 'project-finished' }>
  | Message<'TaskRestored', Record<string, never>>
  | Message<'EstimateIncreased', Moved<number | null>>
  | Message<'EstimateReduced', Moved<number | null>>
  | Message<'BudgetAdded', Moved<Money | null>>
  | Message<'BudgetReduced', Moved<Money | null>>
  | Message<'TaskMoved', Moved<TaskPlace> & { readonly order: Rank | null }>
  /** within its board */
  | Message<'TaskReordered', Moved<Rank | null>>
  | Message<'TaskDeleted', Record<string, never>>
  | Message<'TaskUndeleted', Record<string, never>>
  | Message<'UsersNotified', { readonly kind: string; readonly userIds: readonly number[] }>;

/** What folding needs of an event, recorded or about to be. */
export type Happened<E extends Message> = E & { readonly metadata: Pick<EventMetadata, 'at' | 'actor'> };

export interface TaskFile extends FileReference {
  readonly addedBy: number | null;
  readonly addedAt: Instant;
  readonly deleted: boolean;
}

export interface TaskComment {
  readonly commentId: number;
  readonly by: number | null;
  readonly at: Instant;
  readonly deleted: boolean;
}

export interface Task extends TaskFields {
  readonly id: number;
  /** Counts the events that change the task (UsersNotified and its place in a board do not), from 1. */
  readonly revision: number;
  readonly state: TaskState;
  readonly outcome: Outcome | null;
  readonly deadline: Instant | null;
  readonly shownDate: Day | null;
  readonly createdAt: Instant;
  readonly createdBy: number | null;
  readonly contractorId: number;
  readonly solverId: number | null;
  readonly projectId: number | null;
  readonly boardId: number | null;
  /** Its place among the tasks of the board; null in no board. */
  readonly order: Rank | null;
  readonly parentId: number | null;
  readonly subtasks: readonly number[];
  readonly acknowledged: readonly number[];
  readonly passive: readonly number[];
  readonly estimateMinutes: number | null;
  readonly budget: Money | null;
  readonly costReduction: Money | null;
  readonly files: readonly TaskFile[];
  readonly comments: readonly TaskComment[];
  readonly result: string | null;
  readonly completedAt: Instant | null;
  readonly completedBy: number | null;
  readonly solvedAt: Instant | null;
  readonly acceptedBy: number | null;
  readonly reservation: string | null;
  readonly rating: number | null;
  readonly deleted: boolean;
}

export function taskStream(id: number): string {
  return `task-${id}`;
}

function created(data: TaskCreatedData, at: Instant, actor: number | null, forContractor: boolean): Task {
  const acknowledged =
    forContractor && actor !== null && !data.acknowledged.includes(actor)
      ? [...data.acknowledged, actor]
      : data.acknowledged;
  return {
    id: data.taskId,
    revision: 0,
    name: data.name,
    description: data.description,
    type: data.type,
    priority: data.priority,
    tags: data.tags,
    gitBranch: data.gitBranch,
    externalUrl: data.externalUrl,
    state: data.solverId === null ? 'created' : 'assigned',
    outcome: null,
    deadline: data.deadline,
    shownDate: data.shownDate,
    createdAt: at,
    createdBy: actor,
    contractorId: data.contractorId,
    solverId: data.solverId,
    projectId: data.projectId,
    boardId: data.boardId,
    order: data.order ?? null,
    parentId: data.parentId,
    subtasks: [],
    acknowledged,
    passive: data.passive.filter((id) => !acknowledged.includes(id)),
    estimateMinutes: data.estimateMinutes,
    budget: data.budget,
    costReduction: null,
    files: data.files.map((file) => ({ ...file, addedBy: actor, addedAt: at, deleted: false })),
    comments: [],
    result: null,
    completedAt: null,
    completedBy: null,
    solvedAt: null,
    acceptedBy: null,
    reservation: null,
    rating: null,
    deleted: false,
  };
}

const without = (ids: readonly number[], id: number) => ids.filter((other) => other !== id);

/** Sums in hundredths, so that no float rounds. */
export function addMoney(a: Money | null, b: Money | null): Money | null {
  if (a === null || b === null) return a ?? b;
  const cents = (money: Money) => BigInt(money.amount.replace('.', ''));
  const sum = (cents(a) + cents(b)).toString().padStart(3, '0');
  return { amount: `${sum.slice(0, -2)}.${sum.slice(-2)}`, currency: a.currency };
}

function change(task: Task, event: Happened<TaskEvent>): Task {
  const { at, actor } = event.metadata;
  const addComment = (commentId: number): Task['comments'] => [
    ...task.comments,
    { commentId, by: actor, at, deleted: false },
  ];
  switch (event.type) {
    case 'TaskCreated':
    case 'TaskCreatedForContractor':
      return task;
    case 'TaskEdited':
      return { ...task, ...Object.fromEntries(event.data.changes.map(({ field, to }) => [field, to])) };
    case 'DeadlineMoved':
      return { ...task, deadline: event.data.to };
    case 'TaskPlanned':
      return { ...task, shownDate: event.data.to };
    case 'TaskAssigned':
      return { ...task, solverId: event.data.to, state: event.data.to === null ? 'created' : 'assigned' };
    case 'SubtaskAdded':
      return task.subtasks.includes(event.data.taskId)
        ? task
        : { ...task, subtasks: [...task.subtasks, event.data.taskId] };
    case 'ParticipantAdded': {
      const { userId, kind } = event.data;
      return {
        ...task,
        acknowledged:
          kind === 'acknowledged'
            ? [...without(task.acknowledged, userId), userId]
            : without(task.acknowledged, userId),
        passive: kind === 'passive' ? [...without(task.passive, userId), userId] : without(task.passive, userId),
      };
    }
    case 'ParticipantRemoved':
      return {
        ...task,
        acknowledged: without(task.acknowledged, event.data.userId),
        passive: without(task.passive, event.data.userId),
      };
    case 'DocumentAdded':
      return { ...task, files: [...task.files, { ...event.data, addedBy: actor, addedAt: at, deleted: false }] };
    case 'DocumentRemoved':
    case 'DocumentRestored': {
      const deleted = event.type === 'DocumentRemoved';
      return {
        ...task,
        files: task.files.map((file) => (file.fileId === event.data.fileId ? { ...file, deleted } : file)),
      };
    }
    case 'CommentAdded':
      return { ...task, comments: addComment(event.data.commentId) };
    case 'CommentRemoved':
    case 'CommentRestored': {
      const deleted = event.type === 'CommentRemoved';
      return {
        ...task,
        comments: task.comments.map((comment) =>
          comment.commentId === event.data.commentId ? { ...comment, deleted } : comment,
        ),
      };
    }
    case 'TaskCompleted':
      return { ...task, state: 'fulfilled', result: event.data.result, completedAt: at, completedBy: actor };
    case 'TaskAccepted': {
      const { reservation, rating, comment, costReduction } = event.data;
      return {
        ...task,
        state: 'solved',
        outcome: reservation === null ? 'accepted' : 'accepted-with-reservation',
        solvedAt: at,
        acceptedBy: actor,
        reservation,
        rating,
        costReduction: addMoney(task.costReduction, costReduction),
        comments: comment === null ? task.comments : addComment(comment.commentId),
      };
    }
    case 'TaskReturned':
      return { ...task, state: 'returned', completedAt: null, completedBy: null };
    case 'TaskEndedByContractor':
      return { ...task, state: 'solved', outcome: 'ended', solvedAt: at };
    case 'TaskEndedAutomatically':
      return { ...task, state: 'solved', outcome: 'ended-automatically', solvedAt: at };
    case 'TaskRestored':
      return {
        ...task,
        state: task.solverId === null ? 'created' : 'assigned',
        outcome: null,
        solvedAt: null,
        acceptedBy: null,
        completedAt: null,
        completedBy: null,
        reservation: null,
        rating: null,
      };
    case 'EstimateIncreased':
    case 'EstimateReduced':
      return { ...task, estimateMinutes: event.data.to };
    case 'BudgetAdded':
    case 'BudgetReduced':
      return { ...task, budget: event.data.to };
    case 'TaskMoved':
      return { ...task, ...event.data.to, order: event.data.order };
    case 'TaskReordered':
      return { ...task, order: event.data.to };
    case 'TaskDeleted':
      return { ...task, deleted: true };
    case 'TaskUndeleted':
      return { ...task, deleted: false };
    default:
      return task;
  }
}

/** Whether an event of the task's stream raises its revision. */
export function countsAsRevision(type: string): boolean {
  return type !== 'UsersNotified' && type !== 'TaskReordered';
}

export const evolveTask: Decider<Task | null, never, Happened<TaskEvent>, never>['evolve'] = (task, event) => {
  if (task === null) {
    if (event.type !== 'TaskCreated' && event.type !== 'TaskCreatedForContractor') return null;
    const { at, actor } = event.metadata;
    return { ...created(event.data, at, actor, event.type === 'TaskCreatedForContractor'), revision: 1 };
  }
  const next = change(task, event);
  return countsAsRevision(event.type) ? { ...next, revision: task.revision + 1 } : next;
};

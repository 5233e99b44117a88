import type { WithActivityClass } from '../kernel/activity';
import { type EventTable, revisionedEvolveOf } from '../kernel/events';
import type { Day, Instant, Message, Money } from '../kernel/message';
import { addMoney } from '../kernel/money';
import type { Rank } from '../kernel/rank';
import { keysOf } from '../kernel/tables';
import { bytesOf } from '../kernel/text';
import type { ActionUndone } from '../kernel/undo';
import { without } from '../kernel/values';
import {
  type Discussion,
  type EventWithTime,
  type FileReference,
  type HostLink,
  type ParticipantKind,
  reminders,
  type Task,
  type TaskCreatedData,
  type TaskPlace,
} from './task';
import { byFieldEvent, type FieldCommandEvent, fieldsTakenBy } from './task.field-commands';
import { commandInitials, type EditableField, editableOf, type TaskFields } from './task.fields';
import { isMoney } from './task.money';
import type { Emoji } from './task.reactions';

/** `from` is absent for long texts: the old value can be folded from the history. */
export type FieldEdit = {
  [F in EditableField]: { readonly field: F; readonly from?: TaskFields[F]; readonly to: TaskFields[F] };
}[EditableField];

interface Moved<T> {
  readonly from: T;
  readonly to: T;
}

export type TaskEvent =
  | Message<'TaskCreated', TaskCreatedData>
  | Message<'TaskCreatedForContractor', TaskCreatedData>
  | Message<'TaskEdited', { readonly changes: readonly FieldEdit[] }>
  /** an edit's changes of plain fields of money */
  | Message<'TaskMoneyEdited', { readonly changes: readonly FieldEdit[] }>
  /** by a webhook's delivery */
  | Message<'TaskLinked', HostLink>
  | Message<'DeadlineMoved', Moved<Instant | null>>
  | Message<'TaskPlanned', Moved<Day | null>>
  | Message<'TaskAssigned', Moved<number | null>>
  /** caused by a person who handed over their work when they left */
  | Message<'ContractorChanged', Moved<number>>
  | Message<'SubtaskAdded', { readonly taskId: number }>
  | Message<'ParticipantAdded', { readonly userId: number; readonly kind: ParticipantKind }>
  | Message<'ParticipantRemoved', { readonly userId: number; readonly kind: ParticipantKind }>
  | Message<'DocumentAdded', FileReference>
  | Message<'DocumentRemoved', { readonly fileId: number }>
  | Message<'DocumentRestored', { readonly fileId: number }>
  | Message<
      'CommentAdded',
      {
        readonly commentId: number;
        readonly text: string;
        readonly mentions: readonly number[];
        /** The comment that it answers; absent where it begins a conversation. */
        readonly replyTo?: number;
      }
    >
  /** by the author; `mentions`: the people whom the earlier text did not mention */
  | Message<
      'CommentEdited',
      { readonly commentId: number; readonly text: string; readonly mentions: readonly number[] }
    >
  | Message<'CommentRemoved', { readonly commentId: number }>
  | Message<'CommentRestored', { readonly commentId: number }>
  | Message<'ReactionAdded', { readonly commentId: number; readonly emoji: Emoji }>
  | Message<'ReactionRemoved', { readonly commentId: number; readonly emoji: Emoji }>
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
        /** The contractor, where another person accepted. Events of before this field have none. */
        readonly onBehalfOf?: number;
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
  /** a new rank within the same board */
  | Message<'TaskReordered', Moved<Rank | null>>
  | Message<'TaskDeleted', Record<string, never>>
  | Message<'TaskUndeleted', Record<string, never>>
  | Message<'UsersNotified', { readonly kind: string; readonly userIds: readonly number[] }>
  | FieldCommandEvent
  | ActionUndone;

/** Fields with their values before the undone action. */
export type UndoneFields = { readonly [F in keyof Task]?: Task[F] };

function created(data: TaskCreatedData, at: Instant, actor: number | null, forContractor: boolean): Task {
  const acknowledged =
    forContractor && actor !== null && !data.acknowledged.includes(actor)
      ? [...data.acknowledged, actor]
      : data.acknowledged;
  return {
    id: data.taskId,
    revision: 1,
    ...editableOf(data),
    ...commandInitials,
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
    comments: { count: 0, bytes: 0, removed: [] },
    result: null,
    completedAt: null,
    completedBy: null,
    solvedAt: null,
    acceptedBy: null,
    reservation: null,
    rating: null,
    deleted: false,
    repeated: data.repeated ? { ...data.repeated, untouched: actor === null } : null,
    hostLink: data.hostLink ?? null,
    movedFrom: null,
    dueSince: at,
    reminded: [],
    restoredAt: null,
  };
}

type Said<T extends TaskEvent['type']> = Extract<EventWithTime<TaskEvent>, { readonly type: T }>;

const withComment = ({ comments }: Task, { commentId, text }: { commentId: number; text: string }): Discussion => ({
  ...comments,
  count: Math.max(comments.count, commentId),
  bytes: comments.bytes + bytesOf(text),
});

const withRemoved = (task: Task, removed: readonly number[]) => ({ ...task, comments: { ...task.comments, removed } });

const markFile =
  (deleted: boolean) =>
  (task: Task, { data }: Said<'DocumentRemoved' | 'DocumentRestored'>) => ({
    ...task,
    files: task.files.map((file) => (file.fileId === data.fileId ? { ...file, deleted } : file)),
  });

const withChanges = (task: Task, { data }: Said<'TaskEdited' | 'TaskMoneyEdited'>) => ({
  ...task,
  ...Object.fromEntries(data.changes.map(({ field, to }) => [field, to])),
});

/** The deadline counts from now for the solver. */
const dueFrom = (at: Instant) => ({ dueSince: at, reminded: [] });

const openedFor = (solverId: number | null) => (solverId === null ? 'created' : 'assigned');

interface Shown extends WithActivityClass {
  /** The event does not raise the task's revision. */
  readonly quiet?: true;
  /** Its data are about money only: the event is hidden from people who may not see money. */
  readonly money?: true;
}

const fieldCommandEvents = byFieldEvent((name, { activity, sets }) => ({
  activity,
  ...(fieldsTakenBy(name).some(isMoney) && { money: true as const }),
  fold: (task: Task, { data }: { readonly data: Partial<Task> }): Task => ({ ...task, ...sets, ...data }),
})) as unknown as EventTable<Task, EventWithTime<FieldCommandEvent>, Shown>;

export const taskEvents: EventTable<Task, EventWithTime<TaskEvent>, Shown> = {
  TaskCreated: {
    activity: 'task-created',
    begins: ({ data, metadata: { at, actor } }) => created(data, at, actor, false),
  },
  TaskCreatedForContractor: {
    activity: 'created-with-another-contractor',
    begins: ({ data, metadata: { at, actor } }) => created(data, at, actor, true),
  },
  TaskEdited: { activity: 'edited', fold: withChanges },
  TaskMoneyEdited: { activity: 'edited', money: true, fold: withChanges },
  TaskLinked: { activity: 'edited', quiet: true, fold: (task, { data }) => ({ ...task, hostLink: data }) },
  DeadlineMoved: {
    activity: 'deadline-moved',
    fold: (task, { data, metadata: { at } }) => ({ ...task, deadline: data.to, ...dueFrom(at) }),
  },
  TaskPlanned: { activity: 'planned', fold: (task, { data }) => ({ ...task, shownDate: data.to }) },
  TaskAssigned: {
    activity: 'edited',
    fold: (task, { data, metadata: { at } }) => ({
      ...task,
      solverId: data.to,
      state: openedFor(data.to),
      ...dueFrom(at),
    }),
  },
  ContractorChanged: { activity: 'edited', fold: (task, { data }) => ({ ...task, contractorId: data.to }) },
  SubtaskAdded: {
    activity: 'new-subtask',
    fold: (task, { data: { taskId } }) =>
      task.subtasks.includes(taskId) ? task : { ...task, subtasks: [...task.subtasks, taskId] },
  },
  ParticipantAdded: {
    activity: 'participator-added',
    fold(task, { data: { userId, kind } }) {
      const others = { acknowledged: without(task.acknowledged, userId), passive: without(task.passive, userId) };
      return { ...task, ...others, [kind]: [...others[kind], userId] };
    },
  },
  ParticipantRemoved: {
    activity: 'participator-added',
    fold: (task, { data: { userId } }) => ({
      ...task,
      acknowledged: without(task.acknowledged, userId),
      passive: without(task.passive, userId),
    }),
  },
  DocumentAdded: {
    activity: 'new-document',
    fold: (task, { data, metadata: { at, actor } }) => ({
      ...task,
      files: [...task.files, { ...data, addedBy: actor, addedAt: at, deleted: false }],
    }),
  },
  DocumentRemoved: { activity: 'new-document', fold: markFile(true) },
  DocumentRestored: { activity: 'new-document', fold: markFile(false) },
  CommentAdded: {
    activity: 'comment',
    fold: (task, { data }) => ({ ...task, comments: withComment(task, data) }),
  },
  CommentEdited: {
    activity: 'comment',
    fold: (task, { data }) => ({ ...task, comments: withComment(task, data) }),
  },
  ReactionAdded: { activity: 'comment', quiet: true, fold: (task) => task },
  ReactionRemoved: { activity: 'comment', quiet: true, fold: (task) => task },
  CommentRemoved: {
    activity: 'comment',
    fold: (task, { data: { commentId } }) =>
      withRemoved(task, [...without(task.comments.removed, commentId), commentId]),
  },
  CommentRestored: {
    activity: 'comment',
    fold: (task, { data: { commentId } }) => withRemoved(task, without(task.comments.removed, commentId)),
  },
  TaskCompleted: {
    activity: 'task-completed',
    fold: (task, { data: { result }, metadata: { at, actor } }) => ({
      ...task,
      state: 'fulfilled',
      result,
      completedAt: at,
      completedBy: actor,
    }),
  },
  TaskAccepted: {
    activity: 'accepted',
    fold: (task, { data: { reservation, rating, comment, costReduction }, metadata }) => ({
      ...task,
      state: 'solved',
      outcome: reservation === null ? 'accepted' : 'accepted-with-reservation',
      solvedAt: metadata.at,
      acceptedBy: metadata.actor,
      reservation,
      rating,
      costReduction: addMoney(task.costReduction, costReduction),
      comments: comment === null ? task.comments : withComment(task, comment),
    }),
  },
  TaskReturned: {
    activity: 'returned',
    fold: (task, { metadata: { at } }) => ({
      ...task,
      state: 'returned',
      completedAt: null,
      completedBy: null,
      ...dueFrom(at),
    }),
  },
  TaskEndedByContractor: {
    activity: 'ended-by-contractor',
    fold: (task, { metadata: { at } }) => ({ ...task, state: 'solved', outcome: 'ended', solvedAt: at }),
  },
  TaskEndedAutomatically: {
    activity: 'automatically-ended',
    fold: (task, { metadata: { at } }) => ({ ...task, state: 'solved', outcome: 'ended-automatically', solvedAt: at }),
  },
  TaskRestored: {
    activity: 'restored',
    fold: (task, { metadata: { at } }) => ({
      ...task,
      restoredAt: at,
      ...dueFrom(at),
      state: openedFor(task.solverId),
      outcome: null,
      solvedAt: null,
      acceptedBy: null,
      completedAt: null,
      completedBy: null,
      reservation: null,
      rating: null,
    }),
  },
  EstimateIncreased: {
    activity: 'estimated-time-increased',
    fold: (task, { data }) => ({ ...task, estimateMinutes: data.to }),
  },
  EstimateReduced: {
    activity: 'estimated-time-increased',
    fold: (task, { data }) => ({ ...task, estimateMinutes: data.to }),
  },
  BudgetAdded: { activity: 'budget-added', money: true, fold: (task, { data }) => ({ ...task, budget: data.to }) },
  BudgetReduced: { activity: 'budget-added', money: true, fold: (task, { data }) => ({ ...task, budget: data.to }) },
  TaskMoved: {
    activity: 'project-movements',
    fold: (task, { data }) => ({ ...task, ...data.to, movedFrom: data.from, order: data.order }),
  },
  TaskReordered: {
    activity: 'project-movements',
    quiet: true,
    fold: (task, { data }) => ({ ...task, order: data.to }),
  },
  ...fieldCommandEvents,
  TaskDeleted: { activity: 'edited', fold: (task) => ({ ...task, deleted: true }) },
  TaskUndeleted: { activity: 'restored', fold: (task) => ({ ...task, deleted: false }) },
  UsersNotified: {
    activity: 'automatic-user-notification',
    quiet: true,
    fold(task, { data: { kind } }) {
      const reminder = reminders.find((one) => one === kind);
      return reminder ? { ...task, reminded: [...task.reminded, reminder] } : task;
    },
  },
  ActionUndone: {
    activity: 'restored',
    fold: (task, { data: { restores } }) => ({ ...task, ...(restores as UndoneFields) }),
  },
};

const quiet: ReadonlySet<string> = new Set(keysOf(taskEvents).filter((type) => taskEvents[type].quiet));

/** Whether an event type of the task's stream raises its revision. */
export function countsAsRevision(type: string): boolean {
  return !quiet.has(type);
}

const said: ReadonlySet<string> = new Set(keysOf(taskEvents).filter((type) => taskEvents[type].activity === 'comment'));

/** Whether an event type changes nothing of a task but its comments, or is no change of the task. */
export function leavesTask(type: string): boolean {
  return said.has(type) || quiet.has(type);
}

/** The event types in a task's history that are about its money only. */
export const moneyEventTypes: readonly TaskEvent['type'][] = keysOf(taskEvents).filter(
  (type) => taskEvents[type].money,
);
const ofMoney: ReadonlySet<string> = new Set(moneyEventTypes);

/** Whether an event type in a task's history is about its money only. */
export function tellsOnlyMoney(type: string): boolean {
  return ofMoney.has(type);
}

const evolve = revisionedEvolveOf(taskEvents, countsAsRevision);

/** A task that somebody has changed does not follow its repeated task any more. */
export function evolveTask(task: Task | null, event: EventWithTime<TaskEvent>): Task | null {
  const next = evolve(task, event);
  const touches = task?.repeated?.untouched && event.metadata.actor !== null && countsAsRevision(event.type);
  return touches && next?.repeated ? { ...next, repeated: { ...next.repeated, untouched: false } } : next;
}

import type { Day, EventMetadata, Instant, Message, Money } from '../kernel/message';
import type { Rank } from '../kernel/rank';
import type { CommandValues, TaskFields } from './task.fields';
import type { Reaction } from './task.reactions';
import type { TaskState } from './task.states';

export { type TaskState, taskStates, toDoStates, unsolvedStates } from './task.states';

/** Whether a task is still to be solved: it keeps others waiting, and its parent from being completed. */
export const isOpenTask = ({ state, deleted }: { readonly state: TaskState; readonly deleted: boolean }) =>
  state !== 'solved' && !deleted;

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

export interface TaskCreatedData extends TaskFields {
  readonly taskId: number;
  readonly deadline: Instant | null;
  readonly shownDate: Day | null;
  readonly contractorId: number;
  readonly solverId: number | null;
  readonly projectId: number | null;
  readonly boardId: number | null;
  /** rank among the tasks of the board */
  readonly order?: Rank | null;
  readonly parentId: number | null;
  readonly predecessors: readonly number[];
  readonly acknowledged: readonly number[];
  readonly passive: readonly number[];
  readonly estimateMinutes: number | null;
  readonly budget: Money | null;
  readonly files: readonly FileReference[];
  /** of a task that a repeated task made: which one, the number of its occurrence and the deadline that this had */
  readonly repeated?: RepeatedOrigin;
  /** of a task that a webhook created */
  readonly hostLink?: HostLink;
}

/** The systems whose deliveries a webhook accepts; `standard` is any sender of Standard Webhooks. */
export type GitHost = 'github' | 'gitlab' | 'gitea' | 'standard';

/** The issue, branch or pull request that a webhook linked a task with. */
export interface HostLink {
  readonly webhookId: number;
  readonly host: GitHost;
  readonly kind: 'issue' | 'branch' | 'pull-request';
  /** The host's own id of the repository; null where it sends none. */
  readonly repositoryId: string | null;
  /** of the issue or pull request within the repository */
  readonly number: number | null;
  /** The address at the host; the task's external link unless a person chose another one. */
  readonly url: string;
}

/** The fields of an untouched task that its repeated task decides. */
export type FollowedTask = Omit<
  TaskCreatedData,
  'taskId' | 'repeated' | 'hostLink' | 'order' | 'parentId' | 'predecessors'
>;

export interface RepeatedOrigin {
  readonly id: number;
  readonly number: number;
  readonly deadline: Instant;
}

/** The occasions on which a solver is reminded. */
export const reminders = ['deadline-soon', 'deadline-passed'] as const;
export type Reminder = (typeof reminders)[number];

export interface TaskPlace {
  readonly projectId: number | null;
  readonly boardId: number | null;
}

/** An event with the metadata that folding needs, already recorded or not. */
export type EventWithTime<E extends Message> = E & { readonly metadata: Pick<EventMetadata, 'at' | 'actor'> };

export interface TaskFile extends FileReference {
  readonly addedBy: number | null;
  readonly addedAt: Instant;
  readonly deleted: boolean;
}

/** The parts of a comment that decisions depend on. */
export interface KnownComment {
  /** null: a webhook */
  readonly by: number | null;
  readonly text: string;
  readonly replyTo: number | null;
  readonly reactions: readonly Reaction[];
}

/**
 * The counters of a task's comments. Each comment is a document of its own, so that a task is as large with 5,000 as
 * with none.
 */
export interface Discussion {
  /** deleted ones included; the number of the last comment */
  readonly count: number;
  /** of all texts, the replaced ones too, in UTF-8 */
  readonly bytes: number;
  /** numbers of the deleted comments */
  readonly removed: readonly number[];
}

export interface Task extends TaskFields, CommandValues {
  readonly id: number;
  /** The number of events so far that change the task; UsersNotified, TaskReordered, TaskLinked and reactions do not count. */
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
  /** Rank among the tasks of the board; null without a board. */
  readonly order: Rank | null;
  readonly parentId: number | null;
  readonly subtasks: readonly number[];
  readonly acknowledged: readonly number[];
  readonly passive: readonly number[];
  readonly estimateMinutes: number | null;
  readonly budget: Money | null;
  readonly costReduction: Money | null;
  readonly files: readonly TaskFile[];
  readonly comments: Discussion;
  readonly result: string | null;
  readonly completedAt: Instant | null;
  readonly completedBy: number | null;
  readonly solvedAt: Instant | null;
  readonly acceptedBy: number | null;
  readonly reservation: string | null;
  readonly rating: number | null;
  readonly deleted: boolean;
  /** `untouched`: nobody but the system has changed it. */
  readonly repeated: (RepeatedOrigin & { readonly untouched: boolean }) | null;
  /** null unless a webhook linked the task; tasks of before this field have none */
  readonly hostLink: HostLink | null;
  /** Where the task was before its last move; null before the first one. */
  readonly movedFrom: TaskPlace | null;
  /** Since when the solver has this deadline: an earlier occasion is nothing to be reminded of. */
  readonly dueSince: Instant;
  /** The reminders that the solver has got since then. */
  readonly reminded: readonly Reminder[];
  readonly restoredAt: Instant | null;
}

export function taskStream(id: number): string {
  return `task-${id}`;
}

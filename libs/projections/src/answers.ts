import type {
  BoardAction,
  BoardSection,
  Contract,
  Day,
  GlobalRole,
  Instant,
  Money,
  NotificationLevel,
  Outcome,
  ProjectAction,
  ProjectPermission,
  RefusalCode,
  StatisticsPeriod,
  TaskAction,
  TaskState,
  TaskType,
} from '@gos/domain';

/** The shapes that the HTTP interface answers with, shared with the browser. A missing reference is null, never absent. */

export interface PersonRef {
  readonly id: number;
  readonly name: string;
}

export interface NamedRef {
  readonly id: number;
  readonly name: string;
}

/** `name` is null when the reader may not see the task. */
export interface TaskRef {
  readonly id: number;
  readonly name: string | null;
}

export interface Page<T> {
  readonly items: readonly T[];
  readonly total: number;
  readonly page: number;
  readonly pageSize: number;
}

export interface TaskRowAnswer {
  readonly id: number;
  readonly name: string;
  readonly type: TaskType;
  readonly state: TaskState;
  readonly outcome: Outcome | null;
  readonly priority: number;
  readonly deadline: Instant | null;
  readonly shownDate: Day | null;
  readonly createdAt: Instant;
  readonly contractor: PersonRef;
  readonly solver: PersonRef | null;
  readonly project: NamedRef | null;
  readonly board: NamedRef | null;
  readonly parent: TaskRef | null;
  readonly participants: { readonly acknowledged: readonly PersonRef[]; readonly passive: readonly PersonRef[] };
  readonly tags: readonly string[];
  readonly estimateMinutes: number | null;
  readonly spentMinutes: number;
  /** null for whom it is hidden */
  readonly budget: Money | null;
  readonly usedBudget: Money | null;
  readonly reservation: string | null;
  readonly rating: number | null;
  readonly gitBranch: string | null;
  readonly externalUrl: string | null;
  /** true while a predecessor is not solved */
  readonly waiting: boolean;
  /** The place among the tasks of its board: compared with `<`, equal ones by id; null in no board. */
  readonly order: string | null;
  readonly revision: number;
}

export interface TaskFileAnswer {
  readonly id: number;
  readonly name: string;
  /** bytes */
  readonly size: number;
  readonly mime: string;
  readonly addedBy: PersonRef | null;
  readonly addedAt: Instant;
}

/** What the reader may do: true, or the code of the refusal. */
export type Can = Readonly<Record<TaskAction, true | RefusalCode>>;

export interface TaskAnswer extends TaskRowAnswer {
  /** sanitised HTML */
  readonly description: string;
  readonly predecessors: readonly {
    readonly id: number;
    readonly name: string | null;
    readonly state: TaskState | null;
  }[];
  readonly subtasks: readonly {
    readonly id: number;
    readonly name: string | null;
    readonly state: TaskState | null;
    readonly solver: PersonRef | null;
  }[];
  readonly files: readonly TaskFileAnswer[];
  readonly result: string | null;
  readonly can: Can;
}

/** A row of a list, with what the reader may do; changes that are told carry the row alone. */
export interface TaskListRowAnswer extends TaskRowAnswer {
  readonly can: Can;
}

/** A task in a network; what the reader may not see has no name, state and rights. */
export interface TaskGraphNode {
  readonly id: number;
  readonly name: string | null;
  readonly state: TaskState | null;
  readonly solver: PersonRef | null;
  readonly waiting: boolean;
  readonly deadline: Instant | null;
  /** the task of the network that it is a subtask of; null of a predecessor from elsewhere */
  readonly parentId: number | null;
  readonly can: Pick<Can, 'predecessors'> | null;
}

/** `to` waits for `from`. */
export interface TaskGraphEdge {
  readonly from: number;
  readonly to: number;
}

/** The subtasks of a task, of every depth, and their predecessors. */
export interface TaskGraphAnswer {
  readonly nodes: readonly TaskGraphNode[];
  readonly edges: readonly TaskGraphEdge[];
  /** not all subtasks are answered */
  readonly more: boolean;
}

export interface FieldChange {
  readonly field: string;
  readonly from: unknown;
  readonly to: unknown;
}

export interface ActivityItem {
  /** unique in the task's history */
  readonly id: string;
  /** the event's type: `TaskCreated` */
  readonly event: string;
  /** the specification's activity class: `task-created` */
  readonly class: string;
  readonly at: Instant;
  /** null is the system */
  readonly by: PersonRef | null;
  readonly via: string;
  readonly taskId: number;
  readonly revision: number;
  readonly changes: readonly FieldChange[];
  /** what a person wrote: result, reason, reservation, comment */
  readonly text: string | null;
  readonly hash: string;
}

/** What others did in one of the reader's own tasks since a moment. */
export interface MyChange {
  readonly task: { readonly id: number; readonly name: string; readonly state: TaskState };
  readonly last: ActivityItem;
  readonly count: number;
}

export interface CommentAnswer {
  readonly id: number;
  readonly at: Instant;
  readonly by: PersonRef | null;
  readonly text: string;
  readonly rating: number | null;
  readonly costReduction: Money | null;
  /** only of a deleted one, for whoever may bring it back and asks for it */
  readonly deleted?: boolean;
}

export interface DiffAnswer {
  readonly from: Instant;
  readonly to: Instant;
  readonly changes: readonly FieldChange[];
}

/** Somebody who has the application open. `task` and `plan` are null until there are work times and plans. */
export interface PresenceItem {
  readonly user: PersonRef;
  readonly state: 'connected';
  readonly since: Instant;
  readonly task: TaskRef | null;
  readonly plan: string | null;
}

/** Numbers beside the lists in the sidebar, by the list's name. */
export type TaskCounts = Readonly<Record<'to-complete' | 'given' | 'to-accept' | 'notified' | 'planned', number>>;

export interface MemberAnswer {
  readonly user: PersonRef;
  readonly permission: ProjectPermission;
  readonly notification: NotificationLevel;
}

export interface ProjectAnswer {
  readonly id: number;
  readonly name: string;
  /** sanitised HTML */
  readonly description: string;
  readonly externalTicketSystemUrl: string | null;
  readonly finishDate: Day | null;
  readonly active: boolean;
  readonly contracts: readonly Contract[];
  readonly members: readonly MemberAnswer[];
  readonly revision: number;
  readonly can: Readonly<Record<ProjectAction, true | RefusalCode>>;
}

export interface BoardAnswer {
  readonly id: number;
  readonly name: string;
  readonly projectId: number;
  readonly assignedUser: PersonRef | null;
  /** plain text */
  readonly description: string;
  readonly deadline: Instant | null;
  readonly section: BoardSection;
  /** The place within the section: compared with `<`, equal ones by id. */
  readonly order: string;
  readonly taskCounts: Readonly<Record<TaskState, number>>;
  readonly revision: number;
  /** only of a deleted one, for whoever may bring it back and asks for it */
  readonly deleted?: boolean;
  readonly can: Readonly<Record<BoardAction, true | RefusalCode>>;
}

/** What became of the tasks of a board that was accepted entirely. */
export interface BoardAcceptAnswer extends CommandAnswer {
  readonly accepted: readonly NamedRef[];
  readonly refused: readonly { readonly id: number; readonly name: string; readonly code: RefusalCode }[];
}

/** Numbers of one period. `solved` counts acceptances, `ended` endings; what follows from work is 0 until there is some. */
export interface StatisticsNumbers {
  readonly created: number;
  readonly solved: number;
  readonly ended: number;
  readonly returned: number;
  /** tasks whose deadline fell in the period and that were not solved by then */
  readonly overdue: number;
  readonly workedMinutes: number;
  readonly estimateMinutes: number;
  readonly usedBudget: Money;
}

export interface PeriodStatistics extends StatisticsNumbers {
  /** first and last day */
  readonly from: Day;
  readonly to: Day;
  readonly bySolver: readonly (StatisticsNumbers & { readonly solver: PersonRef | null })[];
  readonly byContract: readonly (StatisticsNumbers & { readonly contractId: string | null })[];
  /** totals since the project began, at the end of each day that is not ahead */
  readonly burnUp: readonly { readonly date: Day; readonly created: number; readonly solved: number }[];
}

export interface StatisticsAnswer {
  readonly period: StatisticsPeriod;
  readonly current: PeriodStatistics;
  readonly previous: PeriodStatistics;
  readonly before: PeriodStatistics;
}

/** One of the things that a number of the statistics counts. */
export interface StatisticsItem {
  readonly task: NamedRef;
  readonly at: Instant;
  readonly solver: PersonRef | null;
}

export interface UserAnswer {
  readonly id: number;
  readonly name: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly role: GlobalRole;
  readonly positions: readonly NamedRef[];
  readonly active: boolean;
  readonly avatarUrl: string | null;
  /** null for whom it is hidden */
  readonly hourlyRate: Money | null;
}

export interface MeAnswer extends UserAnswer {
  readonly language: 'cs' | 'en';
  readonly calendarUrl: string | null;
  readonly mayCreateProjects: boolean;
}

export interface SearchItem {
  readonly model: 'task' | 'project' | 'board';
  readonly id: number;
  readonly name: string;
  /** plain text around the match; the words found stand between \u0002 and \u0003 */
  readonly snippet: string;
  readonly field: 'name' | 'description' | 'tags' | 'result' | 'comment' | 'file' | 'contract' | 'id';
  /** of a task, as its people and its deadline; null of a project and a board */
  readonly state: TaskState | null;
  readonly deadline: Instant | null;
  readonly contractor: PersonRef | null;
  readonly solver: PersonRef | null;
  /** where a task or a board is */
  readonly project: NamedRef | null;
}

/** A task in a person's calendar, with what they may move there. */
export interface CalendarItem extends TaskRowAnswer {
  readonly can: Pick<Can, 'deadline' | 'plan'>;
}

/** Answer to every command. `position` is opaque: compared as a big integer. */
export interface CommandAnswer {
  readonly id: number;
  readonly revision: number;
  readonly position: string;
}

/** RFC 9457. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly code: RefusalCode;
  readonly detail: string;
  readonly params?: Readonly<Record<string, string | number>>;
  readonly errors?: readonly {
    readonly path: string;
    readonly code: RefusalCode;
    readonly message: string;
    readonly params?: Readonly<Record<string, string | number>>;
  }[];
  /** of a conflict: the present revision and what differs */
  readonly revision?: number;
  readonly conflicts?: readonly {
    readonly path: string;
    readonly base: unknown;
    readonly theirs: unknown;
    readonly yours: unknown;
  }[];
  /** of `task.open-subtasks` */
  readonly subtasks?: readonly TaskRef[];
}

/** A message of the socket event `changed`. */
export type Change =
  | {
      readonly model: 'task';
      readonly id: number;
      readonly revision: number;
      readonly position: string;
      readonly doc?: TaskRowAnswer;
    }
  | { readonly model: 'user' | 'project'; readonly id: number; readonly revision: number; readonly position: string }
  | {
      readonly model: 'board';
      readonly id: number;
      readonly revision: number;
      readonly position: string;
      readonly doc?: Omit<BoardAnswer, 'can'>;
    }
  | { readonly model: string; readonly id: number; readonly gone: true; readonly position: string };

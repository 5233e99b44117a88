import { hundredthsOf, type Instant, type RecordedEvent, type StatisticsKind, type Task } from '@gos/domain';
import { type EventType, type Recorded, streamIdIn } from '../kernel/event';
import type { Lookup, ReadModel } from '../kernel/read-model';
import { versions } from '../kernel/versions';

export type MilestoneKind = Exclude<StatisticsKind, 'overdue'>;

/** State of the task that its creation milestone keeps, to project the task's later milestones. */
interface Course {
  /** Stream revisions of the task's other milestones. */
  readonly others: readonly number[];
  /** The solver from after stream revision `since` on, ascending. */
  readonly solvers: readonly { readonly since: number; readonly solverId: number | null }[];
  /** A meeting is never overdue: its deadline is its start. */
  readonly meeting: boolean;
  readonly deadline: Instant | null;
  readonly solvedAt: Instant | null;
  /** State of the task at its deadline, or its present state while the deadline is ahead. */
  readonly atDeadline: { readonly solved: boolean; readonly solverId: number | null };
}

/**
 * A milestone that project statistics count, small so that indexes alone give the counts. Id `N` is the creation of task N,
 * `N-REVISION` an acceptance, ending or return, by its event's revision. All of a task's milestones follow it to another project
 * and are hidden while it is deleted.
 */
export interface MilestoneDocument {
  readonly id: string;
  readonly taskId: number;
  readonly kind: MilestoneKind;
  readonly at: Instant;
  /** The solver at that time. */
  readonly solverId: number | null;
  readonly projectId: number | null;
  /** The task is deleted, or its milestone undone. */
  readonly deleted: boolean;
  readonly undone?: true;
  /** The task's present deadline if the task was, or still is, not solved by then. Only in creation milestones. */
  readonly overdueAt?: Instant | null;
  /** The person who accepted instead of the contractor, and the contractor. */
  readonly accepted?: { readonly by: number | null; readonly onBehalfOf: number };
  /** The reduction of the used budget by an acceptance, in hundredths. */
  readonly reduction?: number;
  readonly course?: Course;
}

/** If a task is returned very often, only the latest milestones follow it to another project. */
const mostKept = 5_000;

function withOverdue(document: MilestoneDocument, course: Course): MilestoneDocument {
  const { meeting, deadline, atDeadline } = course;
  const overdueAt = meeting || atDeadline.solved ? null : deadline;
  return { ...document, overdueAt, course };
}

type Milestone = MilestoneDocument | undefined;
type Creation = Recorded<'TaskCreated' | 'TaskCreatedForContractor'>;

function created(_document: Milestone, { data, metadata, revision }: Creation): MilestoneDocument {
  const { taskId, type, deadline, solverId, projectId } = data;
  return withOverdue(
    { id: String(taskId), taskId, kind: 'created', at: metadata.at, solverId, projectId, deleted: false },
    {
      others: [],
      solvers: [{ since: revision, solverId }],
      meeting: type === 'meeting',
      deadline,
      solvedAt: null,
      atDeadline: { solved: false, solverId },
    },
  );
}

const solverAt = ({ solvers }: Course, revision: number) =>
  solvers.findLast(({ since }) => since < revision)?.solverId ?? null;

/** A handler that updates the course in the creation milestone. */
const updatingCourse =
  <T extends EventType>(next: (course: Course, event: Recorded<T>) => Course) =>
  (document: Milestone, event: Recorded<T>): Milestone =>
    document?.course && withOverdue(document, next(document.course, event));

const isByDeadline = ({ deadline }: Course, { metadata }: RecordedEvent) =>
  deadline === null || metadata.at <= deadline;
const withOther = (course: Course, { revision }: RecordedEvent): Course => ({
  ...course,
  others: [...course.others, revision].slice(-mostKept),
});

function solved(course: Course, event: RecordedEvent, is: boolean): Course {
  const atDeadline = isByDeadline(course, event) ? { ...course.atDeadline, solved: is } : course.atDeadline;
  return { ...course, solvedAt: is ? event.metadata.at : null, atDeadline };
}

const ended = updatingCourse((course, event) => withOther(solved(course, event, true), event));

type Ending = 'TaskAccepted' | 'TaskEndedByContractor' | 'TaskEndedAutomatically' | 'TaskReturned';
const kindOf: Readonly<Record<Ending, MilestoneKind>> = {
  TaskAccepted: 'solved',
  TaskEndedByContractor: 'ended',
  TaskEndedAutomatically: 'ended',
  TaskReturned: 'returned',
};

async function milestone(
  _document: Milestone,
  event: Recorded<Ending>,
  id: string,
  lookup: Lookup<MilestoneDocument>,
): Promise<Milestone> {
  const task = await lookup.get(String(streamIdIn('task', event)));
  if (task?.course === undefined) return undefined;
  const { type, revision, metadata } = event;
  const { taskId, projectId, deleted, course } = task;
  const solverId = solverAt(course, revision);
  const { costReduction, onBehalfOf } = { costReduction: null, onBehalfOf: undefined, ...event.data };
  const reduction = costReduction === null ? 0 : hundredthsOf(costReduction);
  return {
    ...{ id, taskId, kind: kindOf[type], at: metadata.at, solverId, projectId, deleted },
    ...(onBehalfOf !== undefined && { accepted: { by: metadata.actor, onBehalfOf } }),
    ...(reduction !== 0 && { reduction }),
  };
}

const restoredBy = ({ data }: Recorded<'ActionUndone'>): Partial<Task> => data.restores;

/** A restored state counts from when the task was first in it. */
const undone = updatingCourse<'ActionUndone'>((course, event) => {
  const { state, solvedAt = null } = restoredBy(event);
  if (state === undefined) return course;
  const { deadline, atDeadline } = course;
  const isInTime = solvedAt !== null && (deadline === null || solvedAt <= deadline);
  const next = { ...course, solvedAt, atDeadline: { ...atDeadline, solved: isInTime } };
  return redoneKindOf(event) === null ? next : withOther(next, event);
});

/** The milestone that an undone undo makes again, or null. */
function redoneKindOf(undo: Recorded<'ActionUndone'>): MilestoneKind | null {
  if (undo.data.event !== 'ActionUndone') return null;
  const restores = restoredBy(undo);
  if (restores.state === 'returned') return 'returned';
  if (restores.state !== 'solved') return null;
  return restores.outcome === 'ended' || restores.outcome === 'ended-automatically' ? 'ended' : 'solved';
}

async function afterUndo(
  document: Milestone,
  event: Recorded<'ActionUndone'>,
  id: string,
  lookup: Lookup<MilestoneDocument>,
): Promise<Milestone> {
  const task = await lookup.get(String(streamIdIn('task', event)));
  const kind = redoneKindOf(event);
  if (!id.endsWith(`-${event.revision}`)) return document && { ...document, deleted: true, undone: true };
  if (kind === null || task?.course === undefined) return document;
  const { taskId, projectId, deleted, course } = task;
  const { solvedAt, costReduction = null } = restoredBy(event);
  const at = solvedAt ?? event.metadata.at;
  const redone = { id, taskId, kind, at, solverId: solverAt(course, event.revision), projectId, deleted };
  return costReduction === null ? redone : { ...redone, reduction: hundredthsOf(costReduction) };
}

const changesProject = ({ data: { from, to } }: Recorded<'TaskMoved'>) => from.projectId !== to.projectId;

/** Handlers that apply to all milestones of a task. */
const taskWideHandlers = {
  TaskMoved(document: Milestone, event: Recorded<'TaskMoved'>): Milestone {
    return document && changesProject(event) ? { ...document, projectId: event.data.to.projectId } : document;
  },
  TaskDeleted: (document: Milestone): Milestone => document && { ...document, deleted: true },
  TaskUndeleted: (document: Milestone): Milestone => document && { ...document, deleted: document.undone === true },
} as const;

const concernsAll = (event: Recorded) =>
  event.type === 'TaskMoved' ? changesProject(event) : Object.hasOwn(taskWideHandlers, event.type);

export const milestoneModel: ReadModel<MilestoneDocument> = {
  name: 'milestone',
  version: versions.milestone,
  indexes: [
    { fields: ['projectId', 'deleted', 'kind', 'at', 'id', 'solverId'], descending: ['at'] },
    {
      fields: ['projectId', 'deleted', 'overdueAt', 'id', 'course.atDeadline.solverId'],
      descending: ['overdueAt'],
    },
  ],
  unindexedFields: ['taskId', 'reduction', 'accepted.by', 'accepted.onBehalfOf'],
  own: {
    stream: 'task',
    on: {
      ...taskWideHandlers,
      TaskCreated: created,
      TaskCreatedForContractor: created,
      TaskAssigned: updatingCourse<'TaskAssigned'>((course, event) => {
        const solverId = event.data.to;
        const solvers = [...course.solvers, { since: event.revision, solverId }].slice(-mostKept);
        const atDeadline = isByDeadline(course, event) ? { ...course.atDeadline, solverId } : course.atDeadline;
        return { ...course, solvers, atDeadline };
      }),
      DeadlineMoved: updatingCourse<'DeadlineMoved'>((course, { data: { to } }) => {
        const inTimeNow = course.solvedAt !== null && (to === null || course.solvedAt <= to);
        const atDeadline = { solved: inTimeNow, solverId: course.solvers.at(-1)!.solverId };
        return { ...course, deadline: to, atDeadline };
      }),
      TaskEdited(document, { data }) {
        const change = data.changes.find(({ field }) => field === 'type');
        if (!document?.course || !change) return document;
        return withOverdue(document, { ...document.course, meeting: change.to === 'meeting' });
      },
      TaskAccepted: ended,
      TaskEndedByContractor: ended,
      TaskEndedAutomatically: ended,
      TaskReturned: updatingCourse(withOther),
      TaskRestored: updatingCourse((course, event) => solved(course, event, false)),
      ActionUndone: undone,
    },
  },
  others: {
    ids(event) {
      const task = streamIdIn('task', event);
      if (event.type === 'ActionUndone' && task !== null)
        return [...event.data.revisions, event.revision].map((one) => `${task}-${one}`);
      return task !== null && Object.hasOwn(kindOf, event.type) ? [`${task}-${event.revision}`] : [];
    },
    find(event, lookup) {
      const task = streamIdIn('task', event);
      if (task === null || !concernsAll(event)) return null;
      return lookup
        .get(task)
        .then((document) => document?.course?.others.map((revision) => `${task}-${revision}`) ?? []);
    },
    on: {
      ...taskWideHandlers,
      TaskAccepted: milestone,
      TaskEndedByContractor: milestone,
      TaskEndedAutomatically: milestone,
      TaskReturned: milestone,
      ActionUndone: afterUndo,
    },
  },
};

import type { Happened, Instant, RecordedEvent, TaskEvent } from '@gos/domain';
import type { Lookup, ReadModel } from '../kernel/read-model';

export const milestoneKinds = ['created', 'solved', 'ended', 'returned'] as const;
export type MilestoneKind = (typeof milestoneKinds)[number];
/** What statistics count: milestones, and deadlines that were missed. */
export const statisticsKinds = [...milestoneKinds, 'overdue'] as const;
export type StatisticsKind = (typeof statisticsKinds)[number];

/** What the document of a task's creation knows of the rest of the task. */
interface Course {
  /** Revisions of the stream at which the task has further documents. */
  readonly others: readonly number[];
  /** Whose it was after which revision of the stream, ascending. */
  readonly solvers: readonly { readonly since: number; readonly solverId: number | null }[];
  /** A meeting's deadline is its start: nobody is late with it. */
  readonly meeting: boolean;
  readonly deadline: Instant | null;
  readonly solvedAt: Instant | null;
  /** How the task stands at its deadline, or stands now while that is ahead. */
  readonly atDeadline: { readonly solved: boolean; readonly solverId: number | null };
}

/**
 * One thing that the statistics of a project count: a small document, so that indexes alone answer how many there are. `N` is the
 * creation of task N, `N-REVISION` an acceptance, ending or return by the revision of its event. All of them go with the task: to
 * its present project, and out of sight while it is deleted.
 */
export interface MilestoneDocument {
  readonly id: string;
  readonly taskId: number;
  readonly kind: MilestoneKind;
  readonly at: Instant;
  /** Whose the task was then. */
  readonly solverId: number | null;
  readonly projectId: number | null;
  readonly deleted: boolean;
  /** The task's present deadline, if the task was not solved by then or is not solved yet; only with a creation. */
  readonly overdueAt?: Instant | null;
  readonly course?: Course;
}

const kindOf: Readonly<Record<string, MilestoneKind>> = {
  TaskAccepted: 'solved',
  TaskEndedByContractor: 'ended',
  TaskEndedAutomatically: 'ended',
  TaskReturned: 'returned',
};

const creations: ReadonlySet<string> = new Set(['TaskCreated', 'TaskCreatedForContractor']);
const courses: ReadonlySet<string> = new Set(['TaskAssigned', 'DeadlineMoved', 'TaskRestored']);
/** Events that concern every document of their task. */
const removals: ReadonlySet<string> = new Set(['TaskMoved', 'TaskDeleted', 'TaskUndeleted']);

const happenedOf = (event: RecordedEvent) => event as unknown as Happened<TaskEvent>;

function concerns(event: RecordedEvent): boolean {
  const happened = happenedOf(event);
  if (happened.type === 'TaskEdited') return happened.data.changes.some(({ field }) => field === 'type');
  if (happened.type === 'TaskMoved') return happened.data.from.projectId !== happened.data.to.projectId;
  return creations.has(event.type) || courses.has(event.type) || removals.has(event.type);
}

function withOverdue(document: MilestoneDocument, course: Course): MilestoneDocument {
  const { meeting, deadline, atDeadline } = course;
  const overdueAt = meeting || atDeadline.solved ? null : deadline;
  return { ...document, overdueAt, course };
}

function creation(event: RecordedEvent): MilestoneDocument | undefined {
  const happened = happenedOf(event);
  if (happened.type !== 'TaskCreated' && happened.type !== 'TaskCreatedForContractor') return undefined;
  const { taskId, type, deadline, solverId, projectId } = happened.data;
  const { at } = happened.metadata;
  return withOverdue(
    { id: String(taskId), taskId, kind: 'created', at, solverId, projectId, deleted: false },
    {
      others: [],
      solvers: [{ since: event.revision, solverId }],
      meeting: type === 'meeting',
      deadline,
      solvedAt: null,
      atDeadline: { solved: false, solverId },
    },
  );
}

const solverAt = ({ solvers }: Course, revision: number) =>
  solvers.findLast(({ since }) => since < revision)?.solverId ?? null;

/** The document of a creation after something else that happened to its task. */
function continued(document: MilestoneDocument, event: RecordedEvent): MilestoneDocument {
  const course = document.course!;
  const happened = happenedOf(event);
  const { at } = happened.metadata;
  const inTime = course.deadline === null || at <= course.deadline;
  const solved = (is: boolean): Course => ({
    ...course,
    solvedAt: is ? at : null,
    atDeadline: inTime ? { ...course.atDeadline, solved: is } : course.atDeadline,
  });
  switch (happened.type) {
    case 'TaskAssigned': {
      const solverId = happened.data.to;
      const solvers = [...course.solvers, { since: event.revision, solverId }];
      const atDeadline = inTime ? { ...course.atDeadline, solverId } : course.atDeadline;
      return withOverdue(document, { ...course, solvers, atDeadline });
    }
    case 'DeadlineMoved': {
      const { to } = happened.data;
      const atDeadline = {
        solved: course.solvedAt !== null && (to === null || course.solvedAt <= to),
        solverId: course.solvers.at(-1)!.solverId,
      };
      return withOverdue(document, { ...course, deadline: to, atDeadline });
    }
    case 'TaskEdited': {
      const type = happened.data.changes.find(({ field }) => field === 'type')?.to;
      return withOverdue(document, { ...course, meeting: type === 'meeting' });
    }
    case 'TaskAccepted':
    case 'TaskEndedByContractor':
    case 'TaskEndedAutomatically':
      return withOverdue(document, { ...solved(true), others: [...course.others, event.revision] });
    case 'TaskReturned':
      return { ...document, course: { ...course, others: [...course.others, event.revision] } };
    case 'TaskRestored':
      return withOverdue(document, solved(false));
    default:
      return document;
  }
}

function removed(document: MilestoneDocument, event: RecordedEvent): MilestoneDocument {
  const happened = happenedOf(event);
  if (happened.type === 'TaskMoved') return { ...document, projectId: happened.data.to.projectId };
  return { ...document, deleted: happened.type === 'TaskDeleted' };
}

const taskOf = (event: RecordedEvent): string | null =>
  event.stream.startsWith('task-') ? event.stream.slice(5) : null;

async function milestone(
  event: RecordedEvent,
  id: string,
  lookup: Lookup<MilestoneDocument>,
): Promise<MilestoneDocument | undefined> {
  const task = await lookup.get(taskOf(event)!);
  if (task?.course === undefined) return undefined;
  const { taskId, projectId, deleted, course } = task;
  const { at } = event.metadata;
  const solverId = solverAt(course, event.revision);
  return { id, taskId, kind: kindOf[event.type]!, at, solverId, projectId, deleted };
}

export const milestoneModel: ReadModel<MilestoneDocument> = {
  name: 'milestone',
  version: 2,
  indexes: [
    { fields: ['projectId', 'deleted', 'kind', 'at', 'solverId'] },
    { fields: ['projectId', 'deleted', 'overdueAt', 'course.atDeadline.solverId'] },
  ],
  fields: ['taskId'],
  ids(event) {
    const task = taskOf(event);
    if (task === null) return [];
    if (event.type in kindOf) return [`${task}-${event.revision}`, task];
    return concerns(event) ? [task] : [];
  },
  related(event, lookup) {
    const task = taskOf(event);
    if (task === null || !removals.has(event.type) || !concerns(event)) return null;
    return lookup.get(task).then((document) => document?.course?.others.map((revision) => `${task}-${revision}`) ?? []);
  },
  apply(document, event, id, lookup) {
    if (removals.has(event.type)) return document && removed(document, event);
    if (id !== taskOf(event)) return milestone(event, id, lookup);
    if (creations.has(event.type)) return creation(event);
    return document && continued(document, event);
  },
};

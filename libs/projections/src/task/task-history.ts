import {
  type ActivityEvent,
  activityClassOf,
  countsAsRevision,
  type EventWithTime,
  evolveTask,
  type FieldOfKind,
  minutesOf,
  spansIn,
  type Task,
  type TaskEvent,
  type TaskFields,
  type WorkEvent,
  type WorkSpan,
  workDelta,
  workEvents,
} from '@gos/domain';
import { keysOf, pick } from '@gos/domain/kernel/tables';
import { same, without } from '@gos/domain/kernel/values';
import { choiceFields, editableOf, lineFields, measureFields } from '@gos/domain/task/task.fields';
import type { EventOf } from '../kernel/event';
import type { TaskActivity, TaskActivityDocument } from '../task-activity/task-activity';

/** A task, its predecessors and the work on it as of one event in its history. */
export interface TaskMoment {
  readonly task: Task | null;
  readonly predecessors: readonly number[];
  readonly spentMinutes: number;
  /** as `costOf` counts */
  readonly cost: number;
}

/** The fields that have another name in the history than in the state. */
interface Renamed {
  readonly contractorId: 'contractor';
  readonly solverId: 'solver';
  readonly projectId: 'project';
  readonly boardId: 'board';
  readonly parentId: 'parent';
  readonly acknowledged: 'participants';
  readonly passive: 'participants';
}

/** The fields that the history leaves out: they never change, or the events name them. */
type LeftOut =
  | 'id'
  | 'revision'
  | 'order'
  | 'comments'
  | 'createdAt'
  | 'createdBy'
  | 'completedAt'
  | 'completedBy'
  | 'solvedAt'
  | 'acceptedBy'
  | 'repeated'
  | 'hostLink'
  | 'movedFrom'
  | 'dueSince'
  | 'reminded'
  | 'restoredAt';

/** The fields that two moments of a task are compared by. */
export type HistoryField =
  | Exclude<keyof Task, LeftOut | keyof Renamed>
  | Renamed[keyof Renamed]
  | 'predecessors'
  | 'spentMinutes';

/** The fields of a work entry in the history; only for events that change one. */
export type WorkField = 'minutes' | 'from' | 'to' | 'reason';

/** Fields of an event that are none of the task: the kind of a reminder, and for whom somebody else accepted. */
export type EventField = 'reminder' | 'onBehalfOf';

/** The fields whose values are ids of other things. */
export type HistoryReference =
  | Renamed[keyof Renamed]
  | FieldOfKind<'person'>
  | 'predecessors'
  | 'subtasks'
  | 'onBehalfOf';

export interface RawChange {
  readonly field: HistoryField | WorkField | EventField;
  readonly from: unknown;
  readonly to: unknown;
}

/** Before its creation. */
export const noMoment: TaskMoment = { task: null, predecessors: [], spentMinutes: 0, cost: 0 };

const isWork = (event: ActivityEvent): event is WorkEvent => Object.hasOwn(workEvents, event.type);

const typesOfDiscussion = keysOf(activityClassOf).filter((type) => activityClassOf[type] === 'comment');
const ofDiscussion: ReadonlySet<string> = new Set(typesOfDiscussion);

/** Whether an event changes only a comment, or what people think of it. */
export const isOfDiscussion = (type: string): boolean => ofDiscussion.has(type);

/**
 * The events of comments that raise the revision; reactions do not. The text of a comment changes nothing that a history
 * compares, so a history reads no comment.
 */
export const typesOfComments = typesOfDiscussion.filter(countsAsRevision);
const said: ReadonlySet<string> = new Set(typesOfComments);

/** An edit names its fields with their new values, so its changes are known without folding earlier events. */
export const typesOfEdits = ['TaskEdited'] as const satisfies readonly ActivityEvent['type'][];

export const isEdit = ({ event }: TaskActivityDocument) => event.type === 'TaskEdited';

/** Events that write editable fields. */
export const typesOfWriting = [
  'TaskCreated',
  'TaskCreatedForContractor',
  ...typesOfEdits,
] as const satisfies readonly ActivityEvent['type'][];

/** None where an edit lacks them, as no version wrote it. */
function changesIn({ data }: EventOf<'TaskEdited'>): EventOf<'TaskEdited'>['data']['changes'] {
  return Array.isArray(data.changes) ? data.changes.filter((one) => typeof one === 'object' && one !== null) : [];
}

/** The editable fields as an entry wrote them. @param item with its data */
export function fieldsWritten({ event }: TaskActivity): Partial<TaskFields> {
  if (event.type === 'TaskEdited') return Object.fromEntries(changesIn(event).map(({ field, to }) => [field, to]));
  const isCreation = event.type === 'TaskCreated' || event.type === 'TaskCreatedForContractor';
  return isCreation ? editableOf(event.data) : {};
}

/** The previous values of an edit's fields; undefined where the event leaves them out. @param item with its data */
export function fieldsBefore({ event }: TaskActivity): {
  readonly [F in keyof TaskFields]?: TaskFields[F] | undefined;
} {
  return event.type === 'TaskEdited'
    ? Object.fromEntries(changesIn(event).map(({ field, from }) => [field, from]))
    : {};
}

const isSaid = ({ type }: TaskActivityDocument['event']) => said.has(type);

/** After so many more events of its comments. */
export const afterComments = (moment: TaskMoment, events: number): TaskMoment => ({
  ...moment,
  task: moment.task && { ...moment.task, revision: moment.task.revision + events },
});

/** Whether the changes of the entry follow only from its data. */
export const needsData = ({ event }: TaskActivityDocument) => event.data === null && !isSaid(event);

function after(moment: TaskMoment, event: EventWithTime<ActivityEvent>): TaskMoment {
  if (isSaid(event)) return afterComments(moment, 1);
  if (event.type === 'PredecessorAdded' || event.type === 'PredecessorRemoved') {
    const { predecessorId } = event.data;
    const others = without(moment.predecessors, predecessorId);
    return { ...moment, predecessors: event.type === 'PredecessorAdded' ? [...others, predecessorId] : others };
  }
  if (isWork(event)) {
    const { minutes, cost } = workDelta(event);
    return { ...moment, spentMinutes: moment.spentMinutes + minutes, cost: moment.cost + cost };
  }
  return { ...moment, task: evolveTask(moment.task, event as EventWithTime<TaskEvent>) };
}

/** References are ids; the reader joins the names. */
function fieldsOf({ task, predecessors, spentMinutes }: TaskMoment): Readonly<Record<HistoryField, unknown>> | null {
  if (task === null) return null;
  return {
    name: task.name,
    description: task.description,
    ...pick(task, choiceFields),
    state: task.state,
    outcome: task.outcome,
    ...pick(task, measureFields),
    deadline: task.deadline,
    shownDate: task.shownDate,
    contractor: task.contractorId,
    solver: task.solverId,
    project: task.projectId,
    board: task.boardId,
    parent: task.parentId,
    predecessors,
    subtasks: task.subtasks,
    participants: { acknowledged: task.acknowledged, passive: task.passive },
    tags: task.tags,
    files: task.files
      .filter(({ deleted }) => !deleted)
      .map(({ fileId, name, size, mime }) => ({ id: fileId, name, size, mime })),
    estimateMinutes: task.estimateMinutes,
    spentMinutes,
    budget: task.budget,
    result: task.result,
    reservation: task.reservation,
    rating: task.rating,
    costReduction: task.costReduction,
    ...pick(task, lineFields),
    deleted: task.deleted,
  };
}

/**
 * The changes between two moments, one per field of the detail and `deleted`. Before its creation all fields of a task are null.
 */
export function changesBetween(from: TaskMoment, to: TaskMoment): RawChange[] {
  const was = fieldsOf(from);
  const is = fieldsOf(to);
  if (is === null) return [];
  return keysOf(is)
    .filter((field) => !same(was?.[field] ?? null, is[field]))
    .map((field) => ({ field, from: was?.[field] ?? null, to: is[field] }));
}

/** Returns the changes of a work event to its entry. */
function changesOfWork(event: WorkEvent): RawChange[] {
  const { was, is } = spansIn(event);
  const minutesIn = (span: WorkSpan | null) => (span === null || span.to === null ? null : minutesOf(span));
  const [from, to] = [minutesIn(was), minutesIn(is)];
  const minutes: RawChange[] = from === to ? [] : [{ field: 'minutes', from, to }];
  const reason: RawChange[] =
    'reason' in event.data ? [{ field: 'reason', from: null, to: event.data.reason ?? null }] : [];
  if (event.type !== 'TimeChanged') return [...minutes, ...reason];
  const { data } = event;
  const bounds = (['from', 'to'] as const).filter((field) => data.was[field] !== data[field]);
  return [...minutes, ...bounds.map((field) => ({ field, from: data.was[field], to: data[field] })), ...reason];
}

const isNothing = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  value === 0 ||
  value === false ||
  (typeof value === 'object' && Object.values(value).every(isNothing));

/** Returns the initial values of a task: every field that holds something. */
export const startOf = (after: TaskMoment): RawChange[] =>
  changesBetween(noMoment, after).filter(({ to }) => !isNothing(to));

function changesOf(event: ActivityEvent, before: TaskMoment | null, after: TaskMoment): readonly RawChange[] {
  if (isWork(event)) return changesOfWork(event);
  if (event.type === 'UsersNotified') return [{ field: 'reminder', from: null, to: event.data.kind }];
  const changes = before === null ? startOf(after) : changesBetween(before, after);
  if (event.type !== 'TaskAccepted' || event.data.onBehalfOf === undefined) return changes;
  return [...changes, { field: 'onBehalfOf', from: null, to: event.data.onBehalfOf }];
}

/** An event of a history with the field changes that it made. */
export interface HistoryStep {
  /** A long comment has no data here. */
  readonly item: TaskActivityDocument;
  readonly changes: readonly RawChange[];
  /** after it */
  readonly moment: TaskMoment;
}

/** With everything that was written, and the task's revision after it. */
export interface WholeStep extends Pick<HistoryStep, 'changes'> {
  readonly item: TaskActivity;
  readonly revision: number;
}

/**
 * Returns the step of an entry. An entry without data that its type requires changes nothing, and is shown as
 * unreadable.
 * @param item with its data, unless `needsData` is false
 */
export function stepAfter(before: TaskMoment, item: TaskActivityDocument): HistoryStep {
  try {
    return wholeStepAfter(before, item);
  } catch {
    const event = { ...item.event, type: 'Unreadable', data: { type: item.event.type } } as const;
    return { item: { ...item, event }, changes: [], moment: afterComments(before, 1) };
  }
}

function wholeStepAfter(before: TaskMoment, item: TaskActivityDocument): HistoryStep {
  const { event } = item as TaskActivity;
  const moment = after(before, event);
  const changes = isSaid(event) ? [] : changesOf(event, before.task === null ? null : before, moment);
  return { item, changes, moment };
}

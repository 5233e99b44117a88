import { limits } from '../kernel/limits';
import type { Instant } from '../kernel/message';
import { type Rank, rankBetween } from '../kernel/rank';
import { tableOf } from '../kernel/tables';
import type { FollowedTask, Task, TaskCreatedData } from '../task/task';
import { type EditedValues, isEditedField, personFields } from '../task/task.fields';
import { dueOf, type Passed, shownDateOf, type Upcoming } from './occurrences';
import type { IsDayOff } from './recurrence';
import type {
  OccurrenceGenerated,
  OccurrenceTask,
  Rearrangement,
  RepeatedTask,
  RepeatedTaskEvent,
  SkipReason,
  TaskTemplate,
} from './repeated-task';

/** The facts from which an occurrence is generated, at the moment of its generation. */
export interface Generation {
  /** Whether the template's project takes tasks; true without one. */
  readonly projectActive: boolean;
  /** The template's board, its default solver and the rank of its last task; null when it is gone, or there is none. */
  readonly board: { readonly solverId: number | null; readonly last: Rank | null } | null;
  /** The active holders of the position, ascending. */
  readonly holders: readonly number[];
  /** Those of the named people who can be given a part. */
  readonly nameable: Pick<readonly number[], 'includes'>;
  /** numbers for as many tasks as `solversOf` says */
  readonly taskIds: readonly number[];
}

type Made = Omit<Generation, 'taskIds'>;

/** The solver of each task of an occurrence; nobody left is one task without a solver. */
export function solversOf(
  { createFor, solverId }: Pick<RepeatedTask, 'createFor' | 'solverId'>,
  { holders, nameable, board }: Pick<Made, 'holders' | 'nameable' | 'board'>,
): readonly (number | null)[] {
  if (createFor === 'meeting') return [null];
  if (createFor === 'position') return holders.length === 0 ? [null] : holders.slice(0, limits.occurrenceTasks.max);
  if (solverId === null) return [board?.solverId ?? null];
  return [nameable.includes(solverId) ? solverId : null];
}

function participantsOf({ createFor, template }: RepeatedTask, { holders, nameable }: Made) {
  const invited = createFor === 'meeting' ? holders.filter((id) => id !== template.contractorId) : [];
  const there = (ids: readonly number[]) => ids.filter((id) => nameable.includes(id));
  const acknowledged = [...new Set([...there(template.acknowledged), ...invited])].slice(0, limits.participants.max);
  const room = limits.participants.max - acknowledged.length;
  const passive = there(template.passive).filter((id) => !acknowledged.includes(id));
  return { acknowledged, passive: passive.slice(0, room) };
}

const namingFields = personFields.filter(isEditedField);
type People = Pick<EditedValues, (typeof namingFields)[number]>;

/** The people in plain fields, without those who cannot be named now. */
const peopleOf = ({ template }: RepeatedTask, { nameable }: Made): People =>
  tableOf(namingFields, (field) => {
    const id: number | null = template[field] ?? null;
    return id !== null && nameable.includes(id) ? id : null;
  });

function tasksOf(one: RepeatedTask, generation: Generation): OccurrenceTask[] {
  const { board, taskIds } = generation;
  let before = board?.last ?? null;
  return solversOf(one, generation).map((solverId, index) => {
    const taskId = taskIds[index]!;
    const order = board === null ? null : rankBetween(before, null, taskId);
    before = order;
    return { taskId, solverId, order };
  });
}

export function earlyOf(
  one: RepeatedTask,
  { number, day, deadline }: Upcoming,
  early: boolean,
  generation: Generation,
): RepeatedTaskEvent {
  const { projectId, boardId } = one.template;
  return {
    type: 'OccurrenceGenerated',
    data: {
      number,
      day,
      deadline,
      early,
      shownDate: shownDateOf(one, deadline),
      projectId,
      boardId: generation.board === null ? null : boardId,
      ...participantsOf(one, generation),
      ...peopleOf(one, generation),
      tasks: tasksOf(one, generation),
    },
  };
}

export function skipOf(
  { count, from, last }: Passed,
  reason: SkipReason,
  early: boolean,
  taskIds: readonly number[] = [],
): RepeatedTaskEvent {
  const { number, day, deadline } = last;
  return {
    type: 'OccurrenceSkipped',
    data: { number, deadline, early, count, from, to: day, reason, taskIds },
  };
}

/** The skip of one occurrence. */
export const skipOfOne = (
  last: Upcoming,
  reason: SkipReason,
  early: boolean,
  taskIds?: readonly number[],
): RepeatedTaskEvent => skipOf({ count: 1, from: last.day, last }, reason, early, taskIds);

/** Returns the events that are due now: occurrences missed so long ago that they are skipped, and the next one. */
export function generate(
  one: RepeatedTask,
  at: Instant,
  isDayOff: IsDayOff,
  generation?: Generation,
): readonly RepeatedTaskEvent[] {
  const due = dueOf(one, at, isDayOff);
  if (due === null || !generation) return [];
  const skipped = due.skipped === null ? [] : [skipOf(due.skipped, 'missed', false)];
  const next = generation.projectActive
    ? earlyOf(one, due.next, false, generation)
    : skipOfOne(due.next, 'project-inactive', false);
  return [...skipped, next];
}

/** A task of the definition as it would be made now; null where a changed rule has no occurrence for it. */
export function followedOf(
  one: RepeatedTask,
  { solverId, deadline, repeated }: Pick<Task, 'solverId' | 'deadline' | 'repeated'>,
  rearranged: Rearrangement | null,
  generation: Made,
): FollowedTask | null {
  const moved = rearranged?.occurrences.find(({ number }) => number === repeated?.number);
  const wanted = moved === undefined ? deadline : moved.deadline;
  if (wanted === null) return null;
  return {
    ...contentOf(one),
    deadline: wanted,
    shownDate: shownDateOf(one, wanted),
    solverId: one.createFor === 'user' ? solversOf(one, generation)[0]! : solverId,
    projectId: one.template.projectId,
    boardId: generation.board === null ? null : one.template.boardId,
    ...participantsOf(one, generation),
    ...peopleOf(one, generation),
    files: one.template.files,
  };
}

type Content = Omit<TaskTemplate, 'name' | 'projectId' | 'boardId' | 'acknowledged' | 'passive' | 'files'>;

/** Returns the fields that a task takes from its definition, whatever its occurrence. */
function contentOf({ name, template }: Pick<RepeatedTask, 'name' | 'template'>): Content & { readonly name: string } {
  const { projectId: _, boardId: __, acknowledged: ___, passive: ____, files: _____, ...content } = template;
  return { ...content, name: template.name ?? name };
}

/** The task with which an occurrence begins. */
export function taskOfOccurrence(
  one: RepeatedTask,
  { number, deadline, shownDate, projectId, boardId, acknowledged, passive, ...people }: OccurrenceGenerated,
  { taskId, solverId, order }: OccurrenceTask,
): TaskCreatedData {
  return {
    taskId,
    ...contentOf(one),
    ...tableOf(namingFields, (field) => people[field] ?? null),
    deadline,
    shownDate,
    solverId,
    projectId,
    boardId,
    ...(boardId !== null && { order }),
    parentId: null,
    predecessors: [],
    acknowledged,
    passive,
    files: one.template.files,
    repeated: { id: one.id, number, deadline },
  };
}

import { conditionOf, isInList, isTaskList, type ListedTask, type TaskList, type TaskRowAnswer } from '@gos/contract';
import { type Day, partiesOf } from '@gos/domain';
import type { MessageId } from '../../i18n';
import { subjectOf } from './task-subject';

/** The lists that have a screen of their own. */
export type TaskListName = Exclude<TaskList, 'all'>;

interface TaskListTexts {
  readonly title: MessageId;
  readonly empty: MessageId;
  /** The next step that an empty list offers. */
  readonly step: {
    readonly to: '/tasks/new' | '/tasks' | '/tasks/given' | '/tasks/archive';
    readonly label: MessageId;
  };
}

const newTask = { to: '/tasks/new', label: 'task.list.step.new' } as const;
const toComplete = { to: '/tasks', label: 'task.list.step.to-complete' } as const;
const given = { to: '/tasks/given', label: 'task.list.step.given' } as const;

export const taskListTexts: Record<TaskListName, TaskListTexts> = {
  'to-complete': { title: 'task.list.to-complete', empty: 'task.empty.to-complete', step: newTask },
  given: { title: 'task.list.given', empty: 'task.empty.given', step: newTask },
  'to-accept': {
    title: 'task.list.to-accept',
    empty: 'task.empty.to-accept',
    step: given,
  },
  notified: {
    title: 'task.list.notified',
    empty: 'task.empty.notified',
    step: toComplete,
  },
  planned: {
    title: 'task.list.planned',
    empty: 'task.empty.planned',
    step: toComplete,
  },
  archive: {
    title: 'task.list.archive',
    empty: 'task.empty.archive',
    step: toComplete,
  },
  finished: {
    title: 'task.list.finished',
    empty: 'task.empty.finished',
    step: toComplete,
  },
  completed: {
    title: 'task.list.completed',
    empty: 'task.empty.completed',
    step: toComplete,
  },
  accepted: {
    title: 'task.list.accepted',
    empty: 'task.empty.accepted',
    step: given,
  },
};

/** Lists in which the reader is the solver: there the other side is the contractor. */
export const solverLists: ReadonlySet<TaskListName> = new Set(['to-complete', 'planned', 'finished', 'completed']);

/** Returns the listed fields of a row; the row lacks the people who fulfilled or accepted the task. */
function listedOf(row: TaskRowAnswer): Partial<ListedTask> {
  const { outcome, shownDate, waiting } = row;
  const subject = subjectOf(row);
  const { contractorId, solverId, state } = subject;
  return {
    contractorId,
    solverId,
    participants: [...subject.acknowledged, ...subject.passive],
    parties: partiesOf(subject),
    state,
    outcome,
    shownDate,
    waiting,
  };
}

/** Returns whether a task remains in a list after a change; undefined where only the server knows. */
export function belongsToList(list: string, row: TaskRowAnswer, readerId: number, today: Day): boolean | undefined {
  return isTaskList(list) ? isInList(conditionOf[list](readerId, today), listedOf(row)) : undefined;
}

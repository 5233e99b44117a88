import { isMember, isTaskList, type ListedTask, membershipOf, type TaskList, type TaskRowAnswer } from '@gos/contract';
import { type Day, partiesOf } from '@gos/domain';
import type { MessageId } from '../../i18n';

/** The lists of the server, by the name that its query takes. */
const taskListNames = [
  'to-complete',
  'given',
  'to-accept',
  'notified',
  'planned',
  'archive',
  'finished',
  'completed',
  'accepted',
] as const satisfies readonly TaskList[];
export type TaskListName = (typeof taskListNames)[number];

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

export const taskLists: Record<TaskListName, TaskListTexts> = {
  'to-complete': { title: 'task.list.to-complete', empty: 'task.empty.to-complete', step: newTask },
  given: { title: 'task.list.given', empty: 'task.empty.given', step: newTask },
  'to-accept': {
    title: 'task.list.to-accept',
    empty: 'task.empty.to-accept',
    step: { to: '/tasks/given', label: 'task.list.step.given' },
  },
  notified: {
    title: 'task.list.notified',
    empty: 'task.empty.notified',
    step: { to: '/tasks', label: 'task.list.step.to-complete' },
  },
  planned: {
    title: 'task.list.planned',
    empty: 'task.empty.planned',
    step: { to: '/tasks', label: 'task.list.step.to-complete' },
  },
  archive: {
    title: 'task.list.archive',
    empty: 'task.empty.archive',
    step: { to: '/tasks', label: 'task.list.step.to-complete' },
  },
  finished: {
    title: 'task.list.finished',
    empty: 'task.empty.finished',
    step: { to: '/tasks', label: 'task.list.step.to-complete' },
  },
  completed: {
    title: 'task.list.completed',
    empty: 'task.empty.completed',
    step: { to: '/tasks', label: 'task.list.step.to-complete' },
  },
  accepted: {
    title: 'task.list.accepted',
    empty: 'task.empty.accepted',
    step: { to: '/tasks/given', label: 'task.list.step.given' },
  },
};

/** Lists in which the reader is the solver: there the other side is the contractor. */
export const solverLists: ReadonlySet<TaskListName> = new Set(['to-complete', 'planned', 'finished', 'completed']);

/** What a row tells of its task; who fulfilled or accepted it is not in there. */
function listedOf(row: TaskRowAnswer): Partial<ListedTask> {
  const { state, outcome, shownDate, waiting } = row;
  const contractorId = row.contractor.id;
  const solverId = row.solver?.id ?? null;
  const acknowledged = row.participants.acknowledged.map(({ id }) => id);
  const passive = row.participants.passive.map(({ id }) => id);
  const parties = partiesOf({ contractorId, solverId, acknowledged, passive });
  return {
    contractorId,
    solverId,
    participants: [...acknowledged, ...passive],
    parties,
    state,
    outcome,
    shownDate,
    waiting,
  };
}

/** Whether a task still stands in a list after a change, as the server will say it; undefined where the browser cannot know. */
export function belongsToList(list: string, row: TaskRowAnswer, readerId: number, today: Day): boolean | undefined {
  return isTaskList(list) ? isMember(membershipOf[list](readerId, today), listedOf(row)) : undefined;
}

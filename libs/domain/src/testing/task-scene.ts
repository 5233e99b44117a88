import { type Actor, type GlobalRole, type ProjectPermission, systemActor } from '../kernel/actor';
import type { Message } from '../kernel/message';
import { isRefusal, type Refusal } from '../kernel/refusal';
import { type EventWithTime, type Task, type TaskCreatedData, type TaskState } from '../task/task';
import type { TaskEvent } from '../task/task.events';
import { evolveTask } from '../task/task.events';
import { plainInitials } from '../task/task.fields';
import type { TaskFacts } from '../task/task.rules';
import { decideTask, type TaskCommand } from './flat-commands';

/** A task in a project, with a person in every role. */

export const project = 5;

const person = (id: number, role: GlobalRole = 'member', permission?: ProjectPermission): Actor => ({
  id,
  role,
  projects: permission === undefined ? {} : { [project]: permission },
});

export const people = {
  contractor: person(1),
  solver: person(2),
  acknowledged: person(3),
  passive: person(4),
  viewer: person(5, 'member', 'view'),
  editor: person(6, 'member', 'edit'),
  manager: person(7, 'member', 'manage'),
  admin: person(8, 'admin'),
  auditor: person(9, 'auditor'),
  stranger: person(10),
  collaborator: person(11, 'collaborator'),
  formerContractor: person(1, 'auditor', 'manage'),
  solvingCollaborator: person(2, 'collaborator'),
  system: systemActor,
} satisfies Record<string, Actor>;
export type PersonName = keyof typeof people;

/** A person who may be named in commands, and one who may not. */
export const colleague = 20;
export const inactive = 21;

/** A Wednesday noon in Prague, wintertime. */
const now = '2026-11-18T11:00:00.000Z';

export const factsOf = (actor: Actor, more: Partial<TaskFacts> = {}): TaskFacts => ({
  actor,
  at: now,
  zone: 'Europe/Prague',
  currency: 'CZK',
  nameable: [1, 2, 3, 4, 5, 6, 7, 8, 10, 11, colleague],
  waitingFor: [],
  openSubtasks: [],
  ...more,
});

export const crowns = (amount: string) => ({ amount, currency: 'CZK' });

export const creation: TaskCreatedData = {
  taskId: 12,
  name: 'Připravit nabídku',
  description: '',
  ...plainInitials,
  deadline: null,
  shownDate: null,
  contractorId: 1,
  solverId: 2,
  projectId: project,
  boardId: null,
  parentId: null,
  predecessors: [],
  acknowledged: [3],
  passive: [4],
  tags: [],
  estimateMinutes: 60,
  budget: null,
  files: [],
};

export const happened = <E extends Message>(event: E, actor: number | null = 1, at = now): EventWithTime<E> => ({
  ...event,
  metadata: { at, actor },
});

/** The shortest history that leads to a state. */
export function historyTo(state: TaskState, over: Partial<TaskCreatedData> = {}): EventWithTime<TaskEvent>[] {
  const data = { ...creation, ...(state === 'created' && { solverId: null }), ...over };
  const completed = happened<TaskEvent>({ type: 'TaskCompleted', data: { result: 'Hotovo' } }, 2);
  const returned = happened<TaskEvent>({ type: 'TaskReturned', data: { reason: 'Chybí doprava' } });
  const accepted = happened<TaskEvent>({
    type: 'TaskAccepted',
    data: { reservation: null, rating: null, comment: null, costReduction: null },
  });
  const further = {
    created: [],
    assigned: [],
    fulfilled: [completed],
    returned: [completed, returned],
    solved: [completed, accepted],
  };
  return [happened({ type: 'TaskCreated', data }), ...further[state]];
}

export function taskIn(state: TaskState, over: Partial<TaskCreatedData> = {}): Task {
  return historyTo(state, over).reduce<Task | null>(evolveTask, null)!;
}

/** The code of the refusal, or true when there is none. */
export const verdict = (decided: readonly unknown[] | Refusal) => (isRefusal(decided) ? decided.refused : true);

/** The task after a command, which must not be refused. */
export function after(task: Task, command: TaskCommand, facts: TaskFacts): Task {
  const decided = decideTask(task, command, facts);
  if (isRefusal(decided)) throw new Error(`refused: ${decided.refused}`);
  return decided.reduce<Task>((folded, event) => evolveTask(folded, happened(event, facts.actor.id, facts.at))!, task);
}

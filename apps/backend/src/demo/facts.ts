import type {
  Actor,
  DependencyCommand,
  DependencyFacts,
  FileReference,
  Task,
  TaskCommand,
  TaskFacts,
} from '@gos/domain';
import { systemActor } from '@gos/domain';
import type { Plan, PlannedStep } from './plan';
import { employee, nameable } from './staff';

/** What a decision on a step needs to know, from tasks as they are at that moment. */

export interface World {
  readonly zone: string;
  readonly currency: string;
  readonly load: (taskId: number) => Promise<Task | null>;
}

export function actorOf(by: number | null): Actor {
  return by === null ? systemActor : { id: by, role: employee(by).role, projects: {} };
}

export async function taskFactsOf(
  { life, at, by, action, taskId }: PlannedStep,
  plan: Plan,
  world: World,
): Promise<TaskFacts> {
  const open = async (ids: readonly number[]): Promise<Task[]> => {
    const tasks = await Promise.all(ids.map(world.load));
    return tasks.flatMap((task) => (task && !task.deleted && task.state !== 'solved' ? [task] : []));
  };
  const asks = action.type === 'complete' || action.type === 'end';
  const task = asks ? await world.load(taskId) : null;
  return {
    actor: actorOf(by),
    at: new Date(at).toISOString(),
    zone: world.zone,
    currency: world.currency,
    nameable,
    waitingFor: asks ? (await open(life.predecessors.map(plan.idOf))).map(({ id }) => id) : [],
    openSubtasks: task ? (await open(task.subtasks)).map(({ id, name }) => ({ id, name })) : [],
    parent: life.parent ? await world.load(plan.idOf(life.parent)) : undefined,
    knownPredecessors: life.predecessors.map(plan.idOf),
  };
}

export function taskCommandOf({ life, action, taskId }: PlannedStep, plan: Plan, file?: FileReference): TaskCommand {
  switch (action.type) {
    case 'create': {
      const parentId = life.parent && plan.idOf(life.parent);
      return {
        type: 'create',
        task: { ...life.fields, taskId, parentId, predecessors: life.predecessors.map(plan.idOf) },
      };
    }
    case 'attach':
      return { type: 'addFile', file: file! };
    case 'connect':
      throw new Error('Connecting is no command on a task');
    default:
      return action;
  }
}

export function dependencyCommandOf({ action, taskId }: PlannedStep, plan: Plan): DependencyCommand | null {
  return action.type === 'connect'
    ? { type: 'addPredecessor', taskId, predecessorId: plan.idOf(action.predecessor) }
    : null;
}

export async function dependencyFactsOf({ by, taskId }: PlannedStep, world: World): Promise<DependencyFacts> {
  return { actor: actorOf(by), task: await world.load(taskId), predecessorKnown: true };
}

/** The tasks that a step reads or changes: steps that share none may run at the same time. */
export function touchedBy({ life, taskId, action }: PlannedStep, plan: Plan): number[] {
  const network = action.type === 'connect' || (action.type === 'create' && life.predecessors.length > 0) ? [0] : [];
  const others = [
    ...(life.parent ? [life.parent] : []),
    ...life.predecessors,
    ...(action.type === 'connect' ? [action.predecessor] : []),
  ];
  return [taskId, ...others.map(plan.idOf), ...network];
}

import {
  type Actor,
  type Board,
  type BoardFacts,
  boardAggregate,
  boardStream,
  type Decider,
  type DependencyFacts,
  dependenciesAggregate,
  dependenciesStream,
  type FileReference,
  localDay,
  type Message,
  noDaysOff,
  type PlanFacts,
  type Project,
  plansAggregate,
  plansStream,
  projectAggregate,
  projectStream,
  type RepeatedTaskFacts,
  repeatedTaskAggregate,
  repeatedTaskStream,
  systemActor,
  type Task,
  type TaskCommand,
  type TaskFacts,
  targetOf,
  taskAggregate,
  taskStream,
  type WorkFacts,
  type WorklogCommand,
  worklogAggregate,
  worklogStream,
} from '@gos/domain';
import type { PlansStep, WorkStep } from './attendance';
import type { PlaceStep } from './places';
import type { Plan, PlannedStep, TaskStep } from './plan';
import type { RepeatedStep } from './repeated';
import type { Shelves } from './shelves';
import { employee, nameable, positionOf } from './staff';

/** Turns steps of a plan into commands and the facts for their decisions, from the state at that moment. */

type Load = <State, E extends Message>(
  stream: string,
  decider: Pick<Decider<State, never, E, never>, 'initial' | 'evolve'>,
) => Promise<State>;

export interface World {
  readonly zone: string;
  readonly currency: string;
  readonly load: Load;
  readonly shelves: Shelves;
}

/** Runs one command on one stream. */
export type Run<R> = <State, Command, E extends Message, Facts>(
  target: { readonly stream: string; readonly decider: Decider<State, Command, E, Facts> },
  command: Command,
  facts: (state: State) => Promise<Facts>,
) => R;

export function actorOf(by: number | null, projects: Actor['projects'] = {}): Actor {
  return by === null ? systemActor : { id: by, role: employee(by).role, projects };
}

export function perform<R>(step: PlannedStep, plan: Plan, world: World, run: Run<R>, file?: FileReference): R {
  switch (step.on) {
    case 'work': {
      const target = targetOf(worklogAggregate, step.userId);
      return run(target, workCommandOf(step, plan), () => workFactsOf(step, plan, world));
    }
    case 'plans': {
      const target = targetOf(plansAggregate, step.by);
      return run(target, { type: 'add', body: step.body } as const, async () => planFactsOf(step, world));
    }
    case 'repeated': {
      const target = targetOf(repeatedTaskAggregate, step.repeatedTaskId);
      return run(target, { type: 'create', body: step.body } as const, async () => repeatedFactsOf(step, world));
    }
    case 'project': {
      const target = targetOf(projectAggregate, step.projectId);
      return run(target, step.command, async (project) => ({
        actor: actorIn([project], step.by),
        nameable,
        unable: [],
      }));
    }
    case 'board': {
      const target = targetOf(boardAggregate, step.boardId);
      return run(target, step.command, () => boardFactsOf(step, plan, world));
    }
    case 'task': {
      if (step.action.type === 'connect') {
        const target = targetOf(dependenciesAggregate, 0);
        const predecessorId = plan.idOf(step.action.predecessor);
        const command = { type: 'addPredecessor', body: { taskId: step.taskId, predecessorId } } as const;
        return run(target, command, () => dependencyFactsOf(step, world));
      }
      const target = targetOf(taskAggregate, step.taskId);
      return run(target, taskCommandOf(step, plan, file), () => taskFactsOf(step, plan, world));
    }
  }
}

const repeatedFactsOf = ({ by, at }: RepeatedStep, { zone, currency }: World): RepeatedTaskFacts => ({
  actor: actorOf(by),
  at: new Date(at).toISOString(),
  zone,
  currency,
  isDayOff: noDaysOff,
  nameable,
  positionKnown: true,
});

const taskOf = (id: number, { load }: World): Promise<Task | null> => load(taskStream(id), taskAggregate);
const boardOf = (id: number, { load }: World): Promise<Board | null> => load(boardStream(id), boardAggregate);
const projectOf = (id: number, { load }: World): Promise<Project | null> => load(projectStream(id), projectAggregate);

/** The person with their permissions in the projects. */
function actorIn(projects: readonly (Project | null)[], by: number | null): Actor {
  const held = projects.flatMap((project) => {
    const member = project?.members.find(({ userId }) => userId === by);
    return member ? [[project!.id, member.permission] as const] : [];
  });
  return actorOf(by, Object.fromEntries(held));
}

async function boardFactsOf(
  { projectId, by }: PlaceStep & { on: 'board' },
  plan: Plan,
  world: World,
): Promise<BoardFacts> {
  const boards = await Promise.all(plan.boards.get(projectId)!.map((id) => boardOf(id, world)));
  return {
    actor: actorIn([await projectOf(projectId, world)], by),
    nameable,
    neighbours: boards.filter((board) => board !== null).filter(({ deleted }) => !deleted),
  };
}

async function taskFactsOf({ life, at, by, action, taskId }: TaskStep, plan: Plan, world: World): Promise<TaskFacts> {
  const open = async (ids: readonly number[]): Promise<Task[]> => {
    const tasks = await Promise.all(ids.map((id) => taskOf(id, world)));
    return tasks.flatMap((task) => (task && !task.deleted && task.state !== 'solved' ? [task] : []));
  };
  const asks = action.type === 'complete' || action.type === 'end';
  const task = asks ? await taskOf(taskId, world) : null;
  const projects = await Promise.all(projectsOf(life).map((id) => projectOf(id, world)));
  return {
    actor: actorIn(projects, by),
    // People remove only their own comments.
    known: { by, text: '', replyTo: null, reactions: [] },
    at: new Date(at).toISOString(),
    zone: world.zone,
    currency: world.currency,
    nameable,
    waitingFor: asks ? (await open(life.predecessors.map(plan.idOf))).map(({ id }) => id) : [],
    openSubtasks: task ? (await open(task.subtasks)).map(({ id, name }) => ({ id, name })) : [],
    parent: life.parent ? await taskOf(plan.idOf(life.parent), world) : undefined,
    knownPredecessors: life.predecessors.map(plan.idOf),
    ...(await placeFactsOf({ life, action, taskId }, plan, world)),
  };
}

async function placeFactsOf(
  { life, action, taskId }: Pick<TaskStep, 'life' | 'action' | 'taskId'>,
  plan: Plan,
  world: World,
): Promise<Pick<TaskFacts, 'project' | 'board' | 'gap'>> {
  const place = action.type === 'create' ? life.place : action.type === 'place' ? action.to : null;
  if (place === null) return {};
  const project = await projectOf(place.project.id, world);
  const board = place.board && (await boardOf(place.board.id, world));
  const beforeId = action.type === 'place' && action.before ? plan.idOf(action.before) : null;
  return {
    project: project && { id: project.id, active: project.active },
    board: board && !board.deleted ? { ...board, solverId: board.assignedUserId } : null,
    gap: board && world.shelves.gap(board.id, beforeId, taskId),
  };
}

function taskCommandOf({ life, action }: TaskStep, plan: Plan, file?: FileReference): TaskCommand {
  switch (action.type) {
    case 'create': {
      const parentId = life.parent && plan.idOf(life.parent);
      const predecessors = life.predecessors.map(plan.idOf);
      const place = { projectId: life.place?.project.id ?? null, boardId: life.place?.board?.id ?? null };
      return { type: 'create', body: { ...life.fields, parentId, predecessors, ...place } };
    }
    case 'place': {
      const { project, board } = action.to;
      const beforeId = action.before ? plan.idOf(action.before) : null;
      return { type: 'move', body: { projectId: project.id, boardId: board?.id ?? null, beforeId } };
    }
    case 'attach':
      return { type: 'addFile', body: { file: file! } };
    case 'connect':
      throw new Error('Connecting is no command on a task');
    default:
      return action;
  }
}

async function dependencyFactsOf({ by, taskId, life }: TaskStep, world: World): Promise<DependencyFacts> {
  const projects = await Promise.all(projectsOf(life).map((id) => projectOf(id, world)));
  return { actor: actorIn(projects, by), task: await taskOf(taskId, world), predecessorKnown: true };
}

const placesOf = ({ place, steps }: TaskStep['life']) => [
  ...(place ? [place] : []),
  ...steps.flatMap(({ action }) => (action.type === 'place' ? [action.to] : [])),
];
const projectsOf = (life: TaskStep['life']) => [...new Set(placesOf(life).map(({ project }) => project.id))];
const boardsOf = (life: TaskStep['life']) => [
  ...new Set(placesOf(life).flatMap(({ board }) => (board ? [board.id] : []))),
];

function workCommandOf({ action, userId }: WorkStep, plan: Plan): WorklogCommand {
  const iso = (at: number) => new Date(at).toISOString();
  switch (action.type) {
    case 'start':
      return { type: 'start', body: { taskId: plan.idOf(action.life) } };
    case 'stop':
      return { type: 'stop', body: {} };
    case 'add': {
      const { from, to, note, life } = action;
      return { type: 'add', body: { taskId: plan.idOf(life), from: iso(from), to: iso(to), note } };
    }
    case 'change':
      return {
        type: 'change',
        body: { entryId: action.entry.number, userId, to: iso(action.to), note: action.note },
      };
    case 'closeMonth':
      return { type: 'closeMonth', body: action.month };
  }
}

async function workFactsOf({ at, by, userId, action }: WorkStep, plan: Plan, world: World): Promise<WorkFacts> {
  const task = 'life' in action ? await taskOf(plan.idOf(action.life), world) : null;
  const project = task?.projectId ? await projectOf(task.projectId, world) : null;
  const { hourlyRate } = employee(userId);
  const rate = hourlyRate === null ? null : { amount: `${hourlyRate}.00`, currency: world.currency };
  return {
    actor: actorOf(by),
    userId,
    at: new Date(at).toISOString(),
    zone: world.zone,
    entryId: 'entry' in action ? action.entry.number : 0,
    task: task && { ...task, contracts: project?.contracts.map(({ contractId }) => contractId) ?? [] },
    rates: [{ since: new Date(plan.start).toISOString(), rate }],
  };
}

function planFactsOf({ at, by, planId }: PlansStep, { zone }: World): PlanFacts {
  return {
    actor: actorOf(by),
    userId: by,
    plannable: true,
    positionIds: [positionOf(employee(by))],
    today: localDay(at, zone),
    workingDays: [1, 2, 3, 4, 5],
    breaks: { breakMinutes: 0, breakAfterHours: 6 },
    needsApproval: false,
    keepers: [],
    closed: [],
    newId: planId,
    moreIds: [],
  };
}

/** The streams that a step changes and those that it only reads: steps without a conflict may run at the same time. */
export interface Touched {
  readonly changed: readonly string[];
  readonly read: readonly string[];
}

const placing: ReadonlySet<string> = new Set(['create', 'place', 'delete', 'undelete']);

export function touchedBy(step: PlannedStep, plan: Plan): Touched {
  if (step.on === 'plans') return { changed: [plansStream(step.by)], read: [] };
  if (step.on === 'repeated') return { changed: [repeatedTaskStream(step.repeatedTaskId)], read: [] };
  if (step.on === 'work') {
    const read = 'life' in step.action ? [taskStream(plan.idOf(step.action.life))] : [];
    return { changed: [worklogStream(step.userId)], read };
  }
  if (step.on === 'project') return { changed: [projectStream(step.projectId)], read: [] };
  if (step.on === 'board') {
    const { boardId, projectId } = step;
    return { changed: [boardStream(boardId), `boards-of-${projectId}`], read: [projectStream(projectId)] };
  }
  const { life, taskId, action } = step;
  const network = action.type === 'connect' || (action.type === 'create' && life.predecessors.length > 0);
  const others = [
    ...(life.parent ? [life.parent] : []),
    ...life.predecessors,
    ...(action.type === 'connect' ? [action.predecessor] : []),
    ...(action.type === 'place' && action.before ? [action.before] : []),
  ];
  const boards = boardsOf(life);
  return {
    changed: [
      ...[taskId, ...others.map(plan.idOf)].map(taskStream),
      ...(network ? [dependenciesStream] : []),
      // Files are numbered in their order.
      ...(action.type === 'attach' ? ['files'] : []),
      ...(placing.has(action.type) ? boards.map((id) => `tasks-of-${id}`) : []),
    ],
    read: [...projectsOf(life).map(projectStream), ...boards.map(boardStream)],
  };
}

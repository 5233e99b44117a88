import type { RefusalCode } from '../kernel/refusal';
import type { EditableField, Task, TaskState, TaskType } from './task';

export type GlobalRole = 'admin' | 'member' | 'collaborator' | 'auditor';
export const globalRoles = ['admin', 'member', 'collaborator', 'auditor'] as const satisfies readonly GlobalRole[];

export const projectPermissions = ['view', 'edit', 'manage'] as const;
export type ProjectPermission = (typeof projectPermissions)[number];

/** What a person is to a task. `manage` of its project includes `edit`, which includes `view`. */
export type Part =
  | 'contractor'
  | 'solver'
  | 'acknowledged'
  | 'passive'
  | 'project-view'
  | 'project-edit'
  | 'project-manage'
  | 'admin'
  | 'auditor'
  | 'system';

/** Who acts: a person with what their role and membership give them, or the system (id null). */
export interface Actor {
  readonly id: number | null;
  readonly role: GlobalRole | 'system';
  /** Permission in the projects they are a member of, by the project's number. */
  readonly projects: Readonly<Record<number, ProjectPermission>>;
}

export const systemActor: Actor = { id: null, role: 'system', projects: {} };

/** Keys of `can`: the words of the addresses, and edit, delete, work. */
export const taskActions = [
  'assign',
  'complete',
  'accept',
  'return',
  'end',
  'restore',
  'deadline',
  'plan',
  'estimate',
  'budget',
  'move',
  'comments',
  'participants',
  'subtasks',
  'predecessors',
  'files',
  'edit',
  'delete',
  'undelete',
  'work',
] as const;
export type TaskAction = (typeof taskActions)[number];

const parties = ['contractor', 'solver', 'acknowledged', 'passive'] as const satisfies readonly Part[];
const everybodyInIt = [...parties, 'project-view', 'admin', 'auditor'] as const satisfies readonly Part[];
const editors = ['contractor', 'project-edit', 'admin'] as const satisfies readonly Part[];
const deciders = ['contractor', 'project-manage', 'admin'] as const satisfies readonly Part[];

/** Who may what (product.md section 2), for all of the product: the one table. */
export const permissions = {
  view: everybodyInIt,
  seeBudget: [...deciders, 'auditor'],
  assign: editors,
  complete: ['solver'],
  accept: deciders,
  return: deciders,
  end: ['contractor', 'admin'],
  endAutomatically: ['system'],
  restore: ['contractor', 'admin'],
  deadline: deciders,
  plan: ['solver', 'contractor'],
  estimate: deciders,
  firstEstimate: [...deciders, 'solver'],
  budget: deciders,
  move: editors,
  comments: [...parties, 'project-edit', 'admin'],
  participants: editors,
  subtasks: [...editors, 'solver'],
  predecessors: editors,
  files: [...editors, 'solver'],
  edit: [...editors, 'solver'],
  editAnyField: editors,
  delete: deciders,
  undelete: deciders,
  removeAnyComment: ['admin'],
  work: parties,
} as const satisfies Record<string, readonly Part[]>;
export type Permission = keyof typeof permissions;

/** The fields that a solver may edit; everybody else who may edit may edit all. */
export const solverFields: readonly EditableField[] = ['description', 'gitBranch', 'tags'];

/** What rights depend on, in the aggregate and in the browser's task alike. */
export interface TaskSubject {
  readonly state: TaskState;
  readonly type: TaskType;
  readonly contractorId: number;
  readonly solverId: number | null;
  readonly projectId: number | null;
  readonly acknowledged: readonly number[];
  readonly passive: readonly number[];
  readonly estimateMinutes: number | null;
  readonly deleted: boolean;
}

export function partsOf(
  task: Omit<TaskSubject, 'state' | 'type' | 'estimateMinutes' | 'deleted'>,
  actor: Actor,
): ReadonlySet<Part> {
  const parts = new Set<Part>();
  if (actor.role === 'system') return parts.add('system');
  if (actor.role === 'auditor') return parts.add('auditor');
  if (actor.role === 'admin') parts.add('admin');
  if (task.contractorId === actor.id) parts.add('contractor');
  if (task.solverId !== null && task.solverId === actor.id) parts.add('solver');
  if (task.acknowledged.includes(actor.id!)) parts.add('acknowledged');
  if (task.passive.includes(actor.id!)) parts.add('passive');
  const permission = task.projectId === null ? undefined : actor.projects[task.projectId];
  for (const [index, name] of projectPermissions.entries()) {
    if (permission !== undefined && index <= projectPermissions.indexOf(permission)) parts.add(`project-${name}`);
  }
  return parts;
}

export function may(parts: ReadonlySet<Part>, permission: Permission): boolean {
  return permissions[permission].some((part) => parts.has(part));
}

/** Where a transition may start; other states refuse with the code beside them. */
const from: Partial<Record<TaskAction | 'endAutomatically', readonly TaskState[]>> = {
  assign: ['created', 'assigned', 'returned'],
  complete: ['assigned', 'returned'],
  accept: ['fulfilled'],
  return: ['fulfilled'],
  restore: ['solved'],
  comments: ['created', 'assigned', 'fulfilled', 'returned', 'solved'],
  files: ['created', 'assigned', 'fulfilled', 'returned', 'solved'],
  delete: ['created', 'assigned', 'fulfilled', 'returned', 'solved'],
  undelete: ['created', 'assigned', 'fulfilled', 'returned', 'solved'],
};
const unsolved: readonly TaskState[] = ['created', 'assigned', 'fulfilled', 'returned'];

function wrongState(action: TaskAction | 'endAutomatically', state: TaskState): RefusalCode {
  if (state === 'solved') return 'task.already-solved';
  if (action === 'restore') return 'task.not-solved';
  if (action === 'accept' || action === 'return') return 'task.not-fulfilled';
  if (state === 'fulfilled') return 'task.already-fulfilled';
  return 'task.not-assigned';
}

export interface Surroundings {
  /** Predecessors that are not solved. */
  readonly waiting: boolean;
  /** Subtasks that are not solved. */
  readonly openSubtasks: number;
}

/** For rights alone, and for actions that look at nothing around the task. */
export const nothingAround: Surroundings = { waiting: false, openSubtasks: 0 };

/** Why these parts in the task do not allow the action in any state, or null. */
export function rightRefusalOf(
  action: TaskAction | 'endAutomatically',
  task: Pick<TaskSubject, 'estimateMinutes'>,
  parts: ReadonlySet<Part>,
): RefusalCode | null {
  if (parts.has('auditor')) return 'task.auditor';
  const permission = action === 'estimate' && task.estimateMinutes === null ? 'firstEstimate' : action;
  if (may(parts, permission)) return null;
  if (action === 'complete') return 'task.not-solver';
  return action === 'estimate' && parts.has('solver') ? 'task.estimate.set' : 'task.forbidden';
}

/** Why the task does not take the action now from anybody, or null. */
export function stateRefusalOf(
  action: TaskAction | 'endAutomatically',
  task: Pick<TaskSubject, 'state' | 'type' | 'deleted'>,
  surroundings: Surroundings,
): RefusalCode | null {
  if (task.deleted && action !== 'undelete') return 'task.deleted';
  if (!task.deleted && action === 'undelete') return 'task.not-deleted';
  if (!(from[action] ?? unsolved).includes(task.state)) return wrongState(action, task.state);
  if (action === 'complete') {
    if (task.type === 'continuous') return 'task.continuous';
    if (surroundings.waiting) return 'task.waiting';
    if (task.type === 'graph' && surroundings.openSubtasks > 0) return 'task.open-subtasks';
  }
  if (action === 'end' && surroundings.openSubtasks > 0) return 'task.open-subtasks';
  return null;
}

/**
 * Why an action may not be done now by this person, or null; the missing right comes before the wrong state. Decides on the
 * server and tells the browser which buttons to offer; what depends on the body of a command is decided in `decideTask`.
 */
export function refusalOf(
  action: TaskAction | 'endAutomatically',
  task: TaskSubject,
  parts: ReadonlySet<Part>,
  surroundings: Surroundings,
): RefusalCode | null {
  return rightRefusalOf(action, task, parts) ?? stateRefusalOf(action, task, surroundings);
}

/** Every action with true or the code of its refusal. */
export function canOf(
  task: TaskSubject,
  actor: Actor,
  surroundings: Surroundings,
): Record<TaskAction, true | RefusalCode> {
  const parts = partsOf(task, actor);
  return Object.fromEntries(
    taskActions.map((action) => [action, refusalOf(action, task, parts, surroundings) ?? true]),
  ) as Record<TaskAction, true | RefusalCode>;
}

/** The parties of a task: who may see it whatever project it is in. */
export function partiesOf(task: Pick<Task, 'contractorId' | 'solverId' | 'acknowledged' | 'passive'>): number[] {
  const all = [
    task.contractorId,
    ...(task.solverId === null ? [] : [task.solverId]),
    ...task.acknowledged,
    ...task.passive,
  ];
  return [...new Set(all)].sort((a, b) => a - b);
}

import { type Actor, projectPermissions } from '../kernel/actor';
import type { RefusalCode } from '../kernel/refusal';
import { keysOf, mapTable } from '../kernel/tables';
import { type Task, type TaskState, taskStates, unsolvedStates } from './task';
import { fieldCommandRights } from './task.field-commands';
import { type EditableField, editableFields, plainFieldsWith } from './task.fields';
import { isMoney } from './task.money';
import type { TaskType } from './task.registry';
import { deciders, editors, everybodyInIt, ownRights, system, type TaskRight, type TaskRole } from './task.roles';

/** The actions in `can`: those of the specification, and those of commands that set fields. */
const taskRights = { ...ownRights, ...fieldCommandRights };

export type TaskAction = keyof typeof taskRights;
export const taskActions = keysOf(taskRights);

/** Permissions that are not in `can`. */
const permissions = {
  view: everybodyInIt,
  seeBudget: [...deciders, 'auditor'],
  /** readers who may restore a deleted task, and auditors */
  seeDeleted: [...deciders, 'auditor'],
  endAutomatically: ['system'],
  remind: ['system'],
  follow: ['system'],
  link: ['system'],
  firstEstimate: [...deciders, 'solver'],
  editAnyField: [...editors, system],
  /** of one's own actions */
  undo: everybodyInIt,
  removeAnyComment: ['admin'],
  seeRemovedComments: ['admin', 'auditor'],
  /** those who may bring them back, and auditors */
  seeRemovedFiles: [...editors, 'solver', 'auditor'],
} as const satisfies Record<string, readonly TaskRole[]>;
export type Permission = TaskAction | keyof typeof permissions;

/** The states in which the commands that are no actions in `can` are allowed. A link changes nothing that a solved task proves. */
const otherStates = {
  endAutomatically: unsolvedStates,
  remind: unsolvedStates,
  follow: unsolvedStates,
  link: taskStates,
  removeAnyComment: taskStates,
  undo: taskStates,
} as const satisfies Partial<Record<Permission, readonly TaskState[]>>;

/** The right to a command: an action in `can`, one reserved for the system, the removal of comments or an undo, which no state forbids. */
export type TaskCommandRight = TaskAction | keyof typeof otherStates;

/** The fields that a solver may edit. */
const solverFields: readonly EditableField[] = ['description', 'tags', ...plainFieldsWith('solver')];

/** The fields that rights depend on, in the aggregate and in the browser's task alike. */
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

export function taskRolesOf(
  task: Omit<TaskSubject, 'state' | 'type' | 'estimateMinutes' | 'deleted'>,
  actor: Actor,
): ReadonlySet<TaskRole> {
  const roles = new Set<TaskRole>();
  if (actor.role === 'system') return roles.add('system');
  if (actor.role === 'auditor') return roles.add('auditor');
  if (actor.role === 'admin') roles.add('admin');
  if (task.contractorId === actor.id) roles.add('contractor');
  if (task.solverId !== null && task.solverId === actor.id) roles.add('solver');
  if (task.acknowledged.includes(actor.id!)) roles.add('acknowledged');
  if (task.passive.includes(actor.id!)) roles.add('passive');
  const permission = task.projectId === null ? undefined : actor.projects[task.projectId];
  for (const [index, name] of projectPermissions.entries()) {
    if (permission !== undefined && index <= projectPermissions.indexOf(permission)) roles.add(`project-${name}`);
  }
  return roles;
}

const whoMay: Readonly<Record<Permission, readonly TaskRole[]>> = {
  ...mapTable<TaskAction, readonly TaskRole[], TaskRight>(taskRights, (_, { who }) => who),
  ...permissions,
};

export function may(roles: ReadonlySet<TaskRole>, permission: Permission): boolean {
  return whoMay[permission].some((role) => roles.has(role));
}

/** The fields that people with these roles may edit, if they may edit the task at all: solvers only some, and money as the budget. */
export function fieldsEditedBy(roles: ReadonlySet<TaskRole>): readonly EditableField[] {
  const fields = may(roles, 'editAnyField') ? editableFields : solverFields;
  return may(roles, 'budget') ? fields : fields.filter((field) => !isMoney(field));
}

/**
 * Authors may remove and restore their own comments while they see the task; `removeAnyComment` allows other people's
 * comments.
 */
export function mayRemoveComment(task: Parameters<typeof taskRolesOf>[0], by: number | null, actor: Actor): boolean {
  const roles = taskRolesOf(task, actor);
  if (may(roles, 'removeAnyComment')) return true;
  return by === actor.id && !roles.has('auditor') && may(roles, 'view');
}

const statesOf: Readonly<Record<TaskCommandRight, readonly TaskState[]>> = {
  ...mapTable<TaskAction, readonly TaskState[], TaskRight>(taskRights, (_, { from }) => from ?? unsolvedStates),
  ...otherStates,
};

function wrongState(action: TaskCommandRight, state: TaskState): RefusalCode {
  if (state === 'solved') return 'task.already-solved';
  if (action === 'restore') return 'task.not-solved';
  if (action === 'accept' || action === 'return') return 'task.not-fulfilled';
  if (state === 'fulfilled') return 'task.already-fulfilled';
  return 'task.not-assigned';
}

export interface TaskBlockers {
  /** Predecessors that are not solved. */
  readonly waiting: boolean;
  /** Subtasks that are not solved. */
  readonly openSubtasks: number;
}

/** For actions that depend on no other task. */
export const noBlockers: TaskBlockers = { waiting: false, openSubtasks: 0 };

/** Four eyes: the solver handed the result over, and accepts it only as the contractor of the same task. */
const isOwnResult = ({ state }: Pick<TaskSubject, 'state'>, roles: ReadonlySet<TaskRole>) =>
  state === 'fulfilled' && roles.has('solver') && !roles.has('contractor');

/** Why these roles do not allow the action, whatever else the state of the task allows, or null. */
export function taskRightRefusalOf(
  action: TaskCommandRight,
  task: Pick<TaskSubject, 'state' | 'estimateMinutes'>,
  roles: ReadonlySet<TaskRole>,
): RefusalCode | null {
  if (roles.has('auditor')) return 'task.auditor';
  const permission = action === 'estimate' && task.estimateMinutes === null ? 'firstEstimate' : action;
  if (may(roles, permission)) return action === 'accept' && isOwnResult(task, roles) ? 'task.own-result' : null;
  if (action === 'complete') return 'task.not-solver';
  return action === 'estimate' && roles.has('solver') ? 'task.estimate.set' : 'task.forbidden';
}

/** Why the task's state does not allow the action to anybody, or null. */
export function taskStateRefusalOf(
  action: TaskCommandRight,
  task: Pick<TaskSubject, 'state' | 'type' | 'deleted'>,
  blockers: TaskBlockers,
): RefusalCode | null {
  // An undo restores a state that was there.
  if (action === 'undo') return null;
  if (task.deleted && action !== 'undelete') return 'task.deleted';
  if (!task.deleted && action === 'undelete') return 'task.not-deleted';
  if (!statesOf[action].includes(task.state)) return wrongState(action, task.state);
  if (action === 'complete') {
    if (task.type === 'continuous') return 'task.continuous';
    if (blockers.waiting) return 'task.waiting';
    if (task.type === 'graph' && blockers.openSubtasks > 0) return 'task.open-subtasks';
  }
  if (action === 'end' && blockers.openSubtasks > 0) return 'task.open-subtasks';
  return null;
}

/**
 * Returns the reason why a person with these roles may not do the action now, or null. A missing right comes before a
 * wrong state. The server decides by it, and the browser offers buttons by it; conditions on a command's body are in
 * the command table.
 */
export function taskRefusalOf(
  action: TaskCommandRight,
  task: TaskSubject,
  roles: ReadonlySet<TaskRole>,
  blockers: TaskBlockers,
): RefusalCode | null {
  return taskRightRefusalOf(action, task, roles) ?? taskStateRefusalOf(action, task, blockers);
}

/** Every action with true or the code of its refusal. */
export function canOfTask(
  task: TaskSubject,
  actor: Actor,
  blockers: TaskBlockers,
): Record<TaskAction, true | RefusalCode> {
  const roles = taskRolesOf(task, actor);
  return mapTable(taskRights, (action) => taskRefusalOf(action, task, roles, blockers) ?? true);
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

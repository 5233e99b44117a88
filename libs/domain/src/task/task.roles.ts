import { type TaskState, taskStates, toDoStates } from './task.states';

/** The roles of a person in a task. `manage` of its project includes `edit`, which includes `view`. */
export type TaskRole =
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

const parties = ['contractor', 'solver', 'acknowledged', 'passive'] as const satisfies readonly TaskRole[];
export const everybodyInIt = [...parties, 'project-view', 'admin', 'auditor'] as const satisfies readonly TaskRole[];
export const editors = ['contractor', 'project-edit', 'admin'] as const satisfies readonly TaskRole[];
/** The system acts for issues that come in by webhooks. */
export const system = 'system' satisfies TaskRole;
export const deciders = ['contractor', 'project-manage', 'admin'] as const satisfies readonly TaskRole[];

export interface TaskRight {
  readonly who: readonly TaskRole[];
  /** The states in which the action is allowed; by default all but solved. */
  readonly from?: readonly TaskState[];
}

/**
 * The actions in a task's `can` (named as in the routes, and edit, delete, work): who may, and in which states (product.md
 * section 2).
 */
export const ownRights = {
  assign: { who: editors, from: ['created', 'assigned', 'returned'] },
  complete: { who: ['solver', system], from: toDoStates },
  accept: { who: deciders, from: ['fulfilled'] },
  return: { who: [...deciders, system], from: ['fulfilled'] },
  end: { who: ['contractor', 'admin'] },
  restore: { who: ['contractor', 'admin', system], from: ['solved'] },
  deadline: { who: deciders },
  plan: { who: ['solver', 'contractor'] },
  estimate: { who: deciders },
  budget: { who: deciders },
  move: { who: [...editors, system] },
  comments: { who: [...parties, 'project-edit', 'admin', system], from: taskStates },
  participants: { who: editors },
  subtasks: { who: [...editors, 'solver'] },
  predecessors: { who: editors },
  files: { who: [...editors, 'solver'], from: taskStates },
  edit: { who: [...editors, 'solver', system] },
  delete: { who: deciders, from: taskStates },
  undelete: { who: deciders, from: taskStates },
  work: { who: parties },
} as const satisfies Record<string, TaskRight>;
export type OwnAction = keyof typeof ownRights;

import { type Actor, hasPermission, type ProjectPermission } from '../kernel/actor';
import type { RefusalCode } from '../kernel/refusal';
import { keysOf, mapTable } from '../kernel/tables';

/** The actions in a project's `can`, each with the least permission that allows it. */
const projectRights = {
  edit: 'manage',
  members: 'manage',
  /** create, edit, move, delete and restore boards */
  boards: 'edit',
  /** create tasks in the project and move tasks of other projects to it */
  tasks: 'edit',
  leave: 'view',
} as const satisfies Record<string, ProjectPermission>;

export type ProjectAction = keyof typeof projectRights;
export const projectActions = keysOf(projectRights);

export const mayCreateProjects = (role: Actor['role']) => role === 'admin' || role === 'member';

/** Why this person may not do the action, whatever the project's state, or null. */
export function projectRightRefusalOf(action: ProjectAction, projectId: number, actor: Actor): RefusalCode | null {
  if (actor.role === 'auditor') return 'task.auditor';
  const may =
    action === 'leave'
      ? actor.projects[projectId] !== undefined
      : hasPermission(actor, projectId, projectRights[action]);
  return may ? null : 'project.forbidden';
}

/** Why this person may not do the action now, or null. */
export function projectRefusalOf(
  action: ProjectAction,
  project: { readonly id: number; readonly active: boolean },
  actor: Actor,
): RefusalCode | null {
  const refused = projectRightRefusalOf(action, project.id, actor);
  return refused ?? (action === 'tasks' && !project.active ? 'project.inactive' : null);
}

/** Every action with true or the code of its refusal. */
export function canOfProject(
  project: { readonly id: number; readonly active: boolean },
  actor: Actor,
): Record<ProjectAction, true | RefusalCode> {
  return mapTable(projectRights, (action) => projectRefusalOf(action, project, actor) ?? true);
}

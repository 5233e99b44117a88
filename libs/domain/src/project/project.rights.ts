import type { RefusalCode } from '../kernel/refusal';
import { type Actor, type ProjectPermission, projectPermissions } from '../task/task.rights';

/** `tasks`: new ones and those of other projects; `boards`: create, edit, move, delete and bring them back. */
export const projectActions = ['edit', 'members', 'boards', 'tasks', 'leave'] as const;
export type ProjectAction = (typeof projectActions)[number];

/** The least permission for each action; `manage` includes `edit`, which includes `view`. */
const least: Record<ProjectAction, ProjectPermission> = {
  edit: 'manage',
  members: 'manage',
  boards: 'edit',
  tasks: 'edit',
  leave: 'view',
};

/** Whether the permission is enough, or the person is an admin. */
export function holds(actor: Actor, projectId: number, needed: ProjectPermission): boolean {
  if (actor.role === 'admin' || actor.role === 'system') return true;
  if (actor.role === 'auditor') return false;
  const held = actor.projects[projectId];
  return held !== undefined && projectPermissions.indexOf(held) >= projectPermissions.indexOf(needed);
}

/** Why an action may not be done by this person, or null. */
export function projectRefusalOf(
  action: ProjectAction,
  project: { readonly id: number; readonly active: boolean },
  actor: Actor,
): RefusalCode | null {
  if (actor.role === 'auditor') return 'task.auditor';
  if (action === 'leave' ? actor.projects[project.id] === undefined : !holds(actor, project.id, least[action])) {
    return 'project.forbidden';
  }
  return action === 'tasks' && !project.active ? 'project.inactive' : null;
}

/** Every action with true or the code of its refusal. */
export function canOfProject(
  project: { readonly id: number; readonly active: boolean },
  actor: Actor,
): Record<ProjectAction, true | RefusalCode> {
  return Object.fromEntries(
    projectActions.map((action) => [action, projectRefusalOf(action, project, actor) ?? true]),
  ) as Record<ProjectAction, true | RefusalCode>;
}

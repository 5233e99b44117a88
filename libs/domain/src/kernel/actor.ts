export const globalRoles = ['admin', 'member', 'collaborator', 'auditor'] as const;
export type GlobalRole = (typeof globalRoles)[number];

/** `manage` includes `edit`, which includes `view`. */
export const projectPermissions = ['view', 'edit', 'manage'] as const;
export type ProjectPermission = (typeof projectPermissions)[number];

/** Who acts: a person with what their role and membership give them, or the system (id null). */
export interface Actor {
  readonly id: number | null;
  readonly role: GlobalRole | 'system';
  /** Permission in the projects they are a member of, by the project's number. */
  readonly projects: Readonly<Record<number, ProjectPermission>>;
}

export const systemActor: Actor = { id: null, role: 'system', projects: {} };

/** Whether the permission is enough, or the person is an admin. */
export function hasPermission(actor: Actor, projectId: number, needed: ProjectPermission): boolean {
  if (actor.role === 'admin' || actor.role === 'system') return true;
  if (actor.role === 'auditor') return false;
  const held = actor.projects[projectId];
  return held !== undefined && projectPermissions.indexOf(held) >= projectPermissions.indexOf(needed);
}

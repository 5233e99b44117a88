export const globalRoles = ['admin', 'member', 'collaborator', 'auditor'] as const;
export type GlobalRole = (typeof globalRoles)[number];

/** `manage` includes `edit`, which includes `view`. */
export const projectPermissions = ['view', 'edit', 'manage'] as const;
export type ProjectPermission = (typeof projectPermissions)[number];

/** The author of a command: a person with their role and project permissions, or the system (id null). */
export interface Actor {
  readonly id: number | null;
  readonly role: GlobalRole | 'system';
  /** Permissions by project id, for the projects that the person is a member of. */
  readonly projects: Readonly<Record<number, ProjectPermission>>;
  /** The positions that the person holds; absent: none. */
  readonly positions?: readonly number[];
  /** Whether the attendance of others was granted to them, or to a position that they hold; absent: no. */
  readonly attendance?: boolean;
}

/** Auditors only read, and collaborators see no attendance but their own: neither is granted that of others. */
export const mayBeGrantedAttendance = (role: Actor['role']): boolean => role === 'member' || role === 'admin';

export const systemActor: Actor = { id: null, role: 'system', projects: {} };

/** Whether the actor has at least the needed permission in the project; admins and the system have every one. */
export function hasPermission(actor: Actor, projectId: number, needed: ProjectPermission): boolean {
  if (actor.role === 'admin' || actor.role === 'system') return true;
  if (actor.role === 'auditor') return false;
  const held = actor.projects[projectId];
  return held !== undefined && projectPermissions.indexOf(held) >= projectPermissions.indexOf(needed);
}

import type { Actor } from '../kernel/actor';

/** Whether the actor corrects and closes the months of others: admins and the system. */
export function keepsAttendance({ role }: Actor): boolean {
  return role === 'admin' || role === 'system';
}

/** Whether the actor sees the months, days and absences of others: those who keep them, and auditors. */
export function seesAttendance(actor: Actor): boolean {
  return keepsAttendance(actor) || actor.role === 'auditor';
}

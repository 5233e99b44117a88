import { type Actor, mayBeGrantedAttendance } from '../kernel/actor';

type Reader = Pick<Actor, 'role' | 'attendance'>;

/** Whether the actor corrects and closes the months of others: admins, the system, and members who were granted it. */
export function keepsAttendance({ role, attendance = false }: Reader): boolean {
  return role === 'admin' || role === 'system' || (attendance && mayBeGrantedAttendance(role));
}

/** Whether the actor sees the months, days and absences of others: those who keep them, and auditors. */
export function seesAttendance(actor: Reader): boolean {
  return keepsAttendance(actor) || actor.role === 'auditor';
}

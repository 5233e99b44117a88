import { instantAt } from '../kernel/calendar';
import type { Instant } from '../kernel/message';
import { type Reminder, type Task, toDoStates } from './task';
import type { TaskEvent } from './task.events';
import type { TaskFacts } from './task.rules';

const dayMs = 24 * 60 * 60 * 1_000;

type Due = Pick<Task, 'type' | 'state' | 'deleted' | 'solverId' | 'deadline' | 'dueSince' | 'reminded'>;

/** Returns the solver's next reminder and its time. Occasions from before the solver had this deadline do not count. */
export function nextReminderOf(task: Due): { readonly reminder: Reminder; readonly at: Instant } | null {
  const { deadline, dueSince, reminded } = task;
  const isToDo = toDoStates.some((state) => state === task.state) && task.solverId !== null && !task.deleted;
  if (!isToDo || deadline === null) return null;
  const soonAt = instantAt(Date.parse(deadline) - dayMs);
  if (reminded.length === 0 && soonAt >= dueSince) return { reminder: 'deadline-soon', at: soonAt };
  // The deadline of a meeting is its start.
  if (task.type === 'meeting' || reminded.includes('deadline-passed') || deadline <= dueSince) return null;
  return { reminder: 'deadline-passed', at: deadline };
}

/** Returns the reminder for now: after a pause of the worker, the latest one that is due by then. */
function reminderAt(task: Due, at: Instant): Reminder | null {
  const next = nextReminderOf(task);
  if (next === null || next.at > at) return null;
  if (next.reminder === 'deadline-passed' || task.deadline! > at) return next.reminder;
  return nextReminderOf({ ...task, reminded: ['deadline-soon'] })?.reminder ?? null;
}

export function remind(task: Task, _: object, { at }: TaskFacts): readonly TaskEvent[] {
  const reminder = reminderAt(task, at);
  return reminder === null ? [] : [{ type: 'UsersNotified', data: { kind: reminder, userIds: [task.solverId!] } }];
}

/** Returns the end of a meeting; null for a task without an end time of its own, and for an ended one. */
export function overAtOf({
  type,
  state,
  deleted,
  deadline,
  estimateMinutes,
}: Pick<Task, 'type' | 'state' | 'deleted' | 'deadline' | 'estimateMinutes'>): Instant | null {
  if (type !== 'meeting' || deadline === null || deleted || state === 'solved') return null;
  return instantAt(Date.parse(deadline) + (estimateMinutes ?? 0) * 60_000);
}

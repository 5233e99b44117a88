import { localDay } from '../kernel/calendar';
import { runningIn, type WorkEntry, type Worklog, type WorklogEvent, type WorkNotice } from './worklog';
import type { WorklogBodies } from './worklog.bodies';
import type { WorkFacts } from './worklog.rules';
import { isFlagged } from './worklog.times';

/** The owner's notification of an action on their work times; none of their own actions. */
export const noticeOf = ({ actor, userId }: WorkFacts, notice: WorkNotice): readonly WorklogEvent[] =>
  actor.id === userId ? [] : [{ type: 'UsersNotified', data: { userIds: [userId], ...notice } }];

interface Correction extends Pick<WorkEntry, 'from'> {
  readonly reason?: string;
}

/** The owner's notification of a correction of one of their entries. A correction that is undone has no reason. */
export const correctionNoticeOf = (facts: WorkFacts, { from, reason }: Correction) =>
  noticeOf(facts, {
    kind: 'time-corrected',
    days: [localDay(from, facts.zone)],
    ...(reason !== undefined && { reason }),
  });

/** The reminder of work that looks forgotten is sent once. */
export function remind(worklog: Worklog, _: object, { userId, at, zone }: WorkFacts): readonly WorklogEvent[] {
  const running = runningIn(worklog);
  if (running === null || worklog.running?.told || !isFlagged(running, at, zone)) return [];
  const { entryId, taskId } = running;
  return [{ type: 'UsersNotified', data: { kind: 'work-forgotten', userIds: [userId], entryId, taskId } }];
}

/** A person is reminded of the missing days of a month once a day. */
export function remindOfDays(
  { reminded }: Worklog,
  { month, days }: WorklogBodies['remindOfDays'],
  { userId, at, zone }: WorkFacts,
): readonly WorklogEvent[] {
  const on = localDay(at, zone);
  if (days.length === 0 || reminded[month] === on) return [];
  return [{ type: 'UsersNotified', data: { kind: 'days-missing', userIds: [userId], month, days, on } }];
}

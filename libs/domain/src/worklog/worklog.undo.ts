import { limits } from '../kernel/limits';
import { type RefusalCode, refuse, refuseFields } from '../kernel/refusal';
import { tooMany } from '../kernel/too-many';
import type { Undoing } from '../kernel/undo';
import { same } from '../kernel/values';
import { keepsAttendance } from './attendance.rights';
import {
  entryIn,
  type MonthSpan,
  noWorklog,
  type WorkEntry,
  type Worklog,
  type WorklogEvent,
  type WorkNotice,
} from './worklog';
import { evolveWorklog } from './worklog.evolve';
import { correctionNoticeOf, noticeOf } from './worklog.notices';
import { closedRefusalOf, overlapRefusalOf, placeIn, removal, type WorkFacts } from './worklog.rules';
import { lastClosedDayOf } from './worklog.times';

interface OfEntry {
  readonly data: { readonly entryId: number };
}

const costed = ({ from, to, rate }: WorkEntry) => ({ from, to, rate });
const contentOf = (entry: WorkEntry) => ({ ...placeIn(entry), ...costed(entry), note: entry.note });

function entryBack({ data: { entryId } }: OfEntry, before: Worklog, now: Worklog): readonly WorklogEvent[] {
  const [was, is] = [entryIn(before, entryId), entryIn(now, entryId)];
  if (is === null) return [];
  const removed: readonly WorklogEvent[] = is.removed ? [] : [removal(is, 'TimeRemoved')];
  if (was === null || was.removed) return removed;
  const { taskId } = was;
  if (taskId !== is.taskId)
    return [...removed, { type: 'TimeAdded', data: { entryId, taskId, ...contentOf(was), to: was.to! } }];
  const restored: readonly WorklogEvent[] = is.removed ? [removal(is, 'TimeRestored')] : [];
  if (same(contentOf(was), contentOf(is))) return restored;
  const data = { entryId, taskId, ...contentOf(was), was: { ...costed(is), ...placeIn(is) } };
  return [...restored, { type: 'TimeChanged', data }];
}

const entryOf = {
  opposite(event: OfEntry, before: Worklog, now: Worklog, facts: WorkFacts): readonly WorklogEvent[] {
    const events = entryBack(event, before, now);
    const entry = entryIn(before, event.data.entryId) ?? entryIn(now, event.data.entryId);
    return events.length === 0 || entry === null ? events : [...events, ...correctionNoticeOf(facts, entry)];
  },
};
/** Time is measured while it passes. A stopped clock cannot go on as if it had not been stopped. */
const measured = { none: 'undo.none' } as const;
/** A notification that is an action of its own cannot be taken back. */
const noticeRefusals: { readonly [K in WorkNotice['kind']]?: RefusalCode } = {
  'work-forgotten': 'undo.automatic',
  'days-missing': 'undo.none',
};
const months: readonly string[] = ['MonthClosed', 'MonthReopened'];

const closingBack = ({ month, start, end }: MonthSpan, facts: WorkFacts): readonly WorklogEvent[] => [
  { type: 'MonthClosed', data: { month, start, end } },
  ...noticeOf(facts, { kind: 'month-closed', month, closedTo: lastClosedDayOf({ end }, facts.zone) }),
];

const entriesIn = (events: readonly WorklogEvent[]): number[] =>
  events.flatMap(({ data }) => ('entryId' in data ? data.entryId : []));

/** How actions on work times are undone. Closed months stay as they are, except for people with the attendance of others. */
export const worklogUndoing: Undoing<Worklog, WorklogEvent, WorkFacts> = {
  initial: noWorklog,
  evolve: (worklog, event) => evolveWorklog(worklog ?? noWorklog, event),
  table: {
    WorkStarted: measured,
    WorkEnded: measured,
    TimeAdded: entryOf,
    TimeChanged: entryOf,
    TimeRemoved: entryOf,
    TimeRestored: entryOf,
    UsersNotified: { opposite: () => [] },
    MonthClosed: {
      opposite({ data: { month } }, before, now, facts) {
        if (!now.closed.some((one) => one.month === month)) return [];
        const was = before.closed.find((one) => one.month === month);
        if (was) return closingBack(was, facts);
        return [{ type: 'MonthReopened', data: { month } }, ...noticeOf(facts, { kind: 'month-reopened', month })];
      },
    },
    MonthReopened: {
      opposite: ({ data: { month } }, before, _, facts) =>
        closingBack(before.closed.find((one) => one.month === month)!, facts),
    },
    ActionUndone: { opposite: () => [] },
  },
  changedBy({ type, data }) {
    const { entryId, month } = data as { readonly entryId?: number; readonly month?: string };
    if (type === 'UsersNotified') return [];
    if (month !== undefined) return [`month.${month}`];
    return entryId === undefined ? [] : [`entry.${entryId}`];
  },
  rightRefusalOf(event, _, __, { actor }) {
    if (event.type === 'UsersNotified') return noticeRefusals[event.data.kind] ?? null;
    return months.includes(event.type) && !keepsAttendance(actor) ? 'user.forbidden' : null;
  },
  refusalOf(undone, opposites, worklog, facts) {
    if (undone.closed.length > limits.closedMonths.max && undone.closed.length > worklog.closed.length)
      return refuseFields([tooMany('', 'closed-months', limits.closedMonths.max)]);
    for (const entryId of entriesIn(opposites)) {
      const [is, next] = [entryIn(worklog, entryId), entryIn(undone, entryId)!];
      if (next.to === null && undone.running?.entryId !== entryId) return refuse('undo.none');
      const refused =
        closedRefusalOf(worklog, [is ?? next, next], facts) ??
        (next.removed ? null : overlapRefusalOf(undone, next, entryId));
      if (refused) return refused;
    }
    return null;
  },
};

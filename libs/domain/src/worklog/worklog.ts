import type { WithActivityClass } from '../kernel/activity';
import { type EventTable, evolveOf } from '../kernel/events';
import type { Day, Instant, Message, Money } from '../kernel/message';
import type { ActionUndone } from '../kernel/undo';

/** A time span from `from` (inclusive) to `to` (exclusive); null while the work is running. */
export interface WorkSpan {
  readonly from: Instant;
  readonly to: Instant | null;
}

/** A span and what an hour of it costs: the worker's hourly rate in force at `from`. */
export interface CostedSpan extends WorkSpan {
  readonly rate: Money | null;
}

interface OfEntry {
  readonly entryId: number;
  readonly taskId: number;
}

/** Where an entry's time is counted: project and contract of its own time, whatever becomes of the task. */
export interface WorkPlace {
  readonly projectId: number | null;
  readonly contractId: string | null;
}

type Ended = CostedSpan & { readonly to: Instant };

/** The reason of a correction in a closed month; absent in older events, and in undos. */
interface Reasoned {
  readonly reason?: string;
}

/** A calendar month `2026-11` of the installation's zone, with its bounds as instants. */
export interface MonthSpan {
  readonly month: string;
  readonly start: Instant;
  readonly end: Instant;
}

/** Events of an entry. */
export type WorkEvent =
  | Message<'WorkStarted', OfEntry & WorkPlace & { readonly from: Instant; readonly rate: Money | null }>
  | Message<'WorkEnded', OfEntry & WorkPlace & Ended>
  | Message<'TimeAdded', OfEntry & WorkPlace & Ended & Reasoned & { readonly note: string | null }>
  | Message<
      'TimeChanged',
      OfEntry &
        WorkPlace &
        CostedSpan &
        Reasoned & { readonly note: string | null; readonly was: CostedSpan & WorkPlace }
    >
  | Message<'TimeRemoved', OfEntry & WorkPlace & Ended & Reasoned>
  | Message<'TimeRestored', OfEntry & WorkPlace & Ended & Reasoned>;

/** A notification of the person about their own work times. */
export type WorkNotice =
  | ({ readonly kind: 'work-forgotten' } & OfEntry)
  /** `on`: the day of the installation's zone on which they were reminded */
  | { readonly kind: 'days-missing'; readonly month: string; readonly days: readonly Day[]; readonly on: Day }
  | { readonly kind: 'month-closed'; readonly month: string; readonly closedTo: Day }
  /** `days`: on which the entry began. `reason` is absent where a correction was undone. */
  | { readonly kind: 'time-corrected'; readonly days: readonly Day[]; readonly reason?: string }
  /** `reason` is absent where a closing was undone. */
  | { readonly kind: 'month-reopened'; readonly month: string; readonly reason?: string };

/** Events that are not about one entry. */
type BesideEvent =
  | ActionUndone
  | Message<'UsersNotified', { readonly userIds: readonly number[] } & WorkNotice>
  | MonthEvent;

type MonthEvent =
  /** A later one of the same month closes more of it. */
  | Message<'MonthClosed', MonthSpan>
  /** `reason` is absent in older events, and where a closing is undone. */
  | Message<'MonthReopened', { readonly month: string; readonly reason?: string }>;

/** Events of `worklog-USER`, one person's work times. IP addresses are personal data and stay outside the log. */
export type WorklogEvent = WorkEvent | BesideEvent;

export interface WorkEntry extends OfEntry, WorkPlace, CostedSpan {
  readonly note: string | null;
  /** typed in by hand, not measured by running */
  readonly added: boolean;
  readonly corrected: boolean;
  readonly removed: boolean;
  /** The number of its events. */
  readonly revision: number;
}

/** `corrections`: how often its entries were changed since. */
type ClosedMonthSpan = MonthSpan & { readonly corrections: number };

export interface Worklog {
  /** The number of events so far. */
  readonly revision: number;
  /** by the month of `from` in UTC, so that an event copies few of many entries */
  readonly entries: Readonly<Record<string, readonly WorkEntry[]>>;
  readonly closed: readonly ClosedMonthSpan[];
  /** `told`: that it looks forgotten */
  readonly running: (Pick<WorkEntry, 'entryId' | 'from'> & { readonly told: boolean }) | null;
  /** the highest number of an entry */
  readonly lastId: number;
  /** The day of the last reminder of missing days, by month. */
  readonly reminded: Readonly<Record<string, Day>>;
}

export const noWorklog: Worklog = { revision: 0, entries: {}, closed: [], running: null, lastId: 0, reminded: {} };

export function worklogStream(userId: number): string {
  return `worklog-${userId}`;
}

const bucketsOf = ({ entries }: Worklog): string[] => Object.keys(entries).sort();

/** Removed ones too. The latest are looked at first. */
export function entryIn(worklog: Worklog, entryId: number): WorkEntry | null {
  for (const bucket of bucketsOf(worklog).reverse()) {
    const found = worklog.entries[bucket]!.find((entry) => entry.entryId === entryId);
    if (found) return found;
  }
  return null;
}

export function runningIn({ entries, running }: Worklog): WorkEntry | null {
  if (running === null) return null;
  return entries[bucketOf(running)]?.find(({ entryId }) => entryId === running.entryId) ?? null;
}

/** The latest entry, not removed, that begins before the moment. */
export function lastBefore(worklog: Worklog, moment: Instant, exceptId: number | null = null): WorkEntry | null {
  for (const bucket of bucketsOf(worklog).reverse()) {
    if (bucket > moment.slice(0, 7)) continue;
    let last: WorkEntry | null = null;
    for (const entry of worklog.entries[bucket]!) {
      const counts = !entry.removed && entry.entryId !== exceptId && entry.from < moment;
      if (counts && (last === null || entry.from > last.from)) last = entry;
    }
    if (last) return last;
  }
  return null;
}

/** The entries, not removed, that begin from one moment (inclusive) to another (exclusive; null: however late). */
export function beginningIn(worklog: Worklog, from: Instant, to: Instant | null): readonly WorkEntry[] {
  const buckets = bucketsOf(worklog).filter((name) => name >= from.slice(0, 7) && (to === null || name <= to));
  return buckets.flatMap((name) =>
    worklog.entries[name]!.filter((entry) => !entry.removed && entry.from >= from && (to === null || entry.from < to)),
  );
}

const bucketOf = ({ from }: Pick<WorkSpan, 'from'>) => from.slice(0, 7);

function put(worklog: Worklog, was: Pick<WorkSpan, 'from'>, next: WorkEntry): Worklog {
  const [old, bucket] = [bucketOf(was), bucketOf(next)];
  const others = (name: string) => (worklog.entries[name] ?? []).filter(({ entryId }) => entryId !== next.entryId);
  const moved = old === bucket ? worklog.entries : { ...worklog.entries, [old]: others(old) };
  const lastId = Math.max(worklog.lastId, next.entryId);
  return { ...worklog, lastId, entries: { ...moved, [bucket]: [...others(bucket), next] } };
}

/** Changes the entry that begins at `was.from`; an unknown one changes nothing. */
function change(
  worklog: Worklog,
  entryId: number,
  was: Pick<WorkSpan, 'from'>,
  next: (entry: WorkEntry) => Partial<WorkEntry>,
): Worklog {
  const entry = worklog.entries[bucketOf(was)]?.find((one) => one.entryId === entryId);
  return entry ? put(worklog, was, { ...entry, ...next(entry), revision: entry.revision + 1 }) : worklog;
}

const notRunning = (worklog: Worklog, entryId: number): Worklog =>
  worklog.running?.entryId === entryId ? { ...worklog, running: null } : worklog;

export const workEvents: EventTable<Worklog, WorkEvent, WithActivityClass> = {
  WorkStarted: {
    activity: 'work-started',
    fold: (worklog, { data }) => ({
      ...put(worklog, data, {
        ...data,
        to: null,
        note: null,
        added: false,
        corrected: false,
        removed: false,
        revision: 1,
      }),
      running: { entryId: data.entryId, from: data.from, told: false },
    }),
  },
  WorkEnded: {
    activity: 'work-ended',
    fold: (worklog, { data }) =>
      notRunning(
        change(worklog, data.entryId, data, () => ({ to: data.to })),
        data.entryId,
      ),
  },
  TimeAdded: {
    activity: 'time-added',
    fold(worklog, { data: { reason: _, ...data } }) {
      const known = data.entryId > worklog.lastId ? null : entryIn(worklog, data.entryId);
      const revision = (known?.revision ?? 0) + 1;
      return put(worklog, known ?? data, { ...data, added: true, corrected: revision > 1, removed: false, revision });
    },
  },
  TimeChanged: {
    activity: 'time-changed',
    fold(worklog, { data: { was, entryId, taskId, reason: _, ...data } }) {
      const changed = change(worklog, entryId, was, () => ({ ...data, corrected: true }));
      if (data.to !== null) return notRunning(changed, entryId);
      const { running } = changed;
      return running?.entryId === entryId ? { ...changed, running: { ...running, from: data.from } } : changed;
    },
  },
  TimeRemoved: {
    activity: 'time-changed',
    fold: (worklog, { data }) => change(worklog, data.entryId, data, () => ({ removed: true })),
  },
  TimeRestored: {
    activity: 'time-changed',
    fold: (worklog, { data }) => change(worklog, data.entryId, data, () => ({ removed: false })),
  },
};

const besideEvents: EventTable<Worklog, BesideEvent> = {
  ActionUndone: { fold: (worklog) => worklog },
  UsersNotified: {
    fold({ running, reminded, ...worklog }, { data }) {
      if (data.kind === 'days-missing')
        return { ...worklog, running, reminded: { ...reminded, [data.month]: data.on } };
      const told = data.kind === 'work-forgotten' && running?.entryId === data.entryId;
      return { ...worklog, reminded, running: told ? { ...running, told } : running };
    },
  },
  MonthClosed: {
    fold(worklog, { data }) {
      const others = worklog.closed.filter(({ month }) => month !== data.month);
      return { ...worklog, closed: [...others, { ...data, corrections: 0 }] };
    },
  },
  MonthReopened: {
    fold: (worklog, { data }) => ({
      ...worklog,
      closed: worklog.closed.filter(({ month }) => month !== data.month),
    }),
  },
};

export const foldWorklog = evolveOf<Worklog, WorklogEvent>({ ...workEvents, ...besideEvents });

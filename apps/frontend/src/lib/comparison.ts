import { type Instant, localDay } from '@gos/domain';
import { timeZone } from './installation';
import { pastMoment } from './past';
import { serverNow } from './server-clock';

/** Something whose two moments can be compared; the id of a month is like `2026-11`. */
export interface ComparedThing {
  readonly kind: 'task' | 'project' | 'board' | 'month';
  readonly id: number | string;
  /** The person of a month, if it is not the reader. */
  readonly userId?: number | undefined;
}

const weekMs = 7 * 24 * 3_600_000;

/** The moments that are compared first: the one that the page shows, or a week ago, and now. */
export function firstMoments(): { readonly from: Instant; readonly to: Instant } {
  const now = serverNow();
  return { from: pastMoment() ?? new Date(now - weekMs).toISOString(), to: new Date(now).toISOString() };
}

/** The address that compares a thing. It leads out of the past. */
export function comparisonAddress({ kind, id, userId }: ComparedThing): string {
  const from = pastMoment();
  const query = new URLSearchParams({
    ...(userId !== undefined && { userId: String(userId) }),
    ...(from !== null && firstMoments()),
  });
  const search = query.size === 0 ? '' : `?${query}`;
  return `/compare/${kind}/${id}${search}`;
}

/** The month of an address; that of the shown moment where it names none. */
function monthAt({ month, year, userId }: Readonly<Record<string, unknown>>): ComparedThing {
  const [thisYear, thisMonth] = localDay(pastMoment() ?? serverNow(), timeZone()).split('-');
  const id = `${String(year ?? thisYear).padStart(4, '0')}-${String(month ?? thisMonth).padStart(2, '0')}`;
  return { kind: 'month', id, ...(typeof userId === 'number' && { userId }) };
}

/** The thing that the screen at an address shows; null where it is none that can be compared. */
export function thingAt(path: string, search: Readonly<Record<string, unknown>>): ComparedThing | null {
  if (typeof search.taskId === 'number') return { kind: 'task', id: search.taskId };
  const board = /^\/tasks\/project\/\d+\/board\/(\d+)/.exec(path)?.[1];
  if (board !== undefined) return { kind: 'board', id: Number(board) };
  if (/^\/attendance\/?$/.test(path)) return monthAt(search);
  const project = /^\/tasks\/project\/(\d+)/.exec(path)?.[1];
  return project === undefined ? null : { kind: 'project', id: Number(project) };
}

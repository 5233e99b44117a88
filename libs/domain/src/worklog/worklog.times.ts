import { addDays, localDay, startOfDay } from '../kernel/calendar';
import type { Day, Instant, Money } from '../kernel/message';
import { hundredthsOf, moneyOf } from '../kernel/money';
import type { CostedSpan, MonthSpan, WorkEntry, WorkEvent, WorkSpan } from './worklog';

const minuteMs = 60_000;
/** Running for longer is flagged. */
export const longestRunMinutes = 12 * 60;

const minuteOf = (at: Instant) => Math.floor(Date.parse(at) / minuteMs);

/**
 * Whole minutes between two instants, by the minutes of the clock: parts of a span add up to the whole, wherever it is cut.
 */
export const minutesBetween = (from: Instant, to: Instant): number => minuteOf(to) - minuteOf(from);

/** 0 while running. */
export const minutesOf = ({ from, to }: WorkSpan): number => (to === null ? 0 : minutesBetween(from, to));

/** The minutes of a span within `start` (inclusive) and `end` (exclusive). */
export function minutesWithin({ from, to }: WorkSpan, start: Instant, end: Instant): number {
  if (to === null) return 0;
  const [first, last] = [from > start ? from : start, to < end ? to : end];
  return first < last ? minutesBetween(first, last) : 0;
}

/**
 * The cost of minutes at an hourly rate, in hundredths of the currency times 60, so that sums are exact: rounded once, by
 * `moneyOfCost`.
 */
export const costOf = (minutes: number, rate: Money | null): number =>
  rate === null ? 0 : minutes * hundredthsOf(rate);

/** Returns a sum of `costOf` as money, less the reduction, never below 0. */
export function moneyOfCost(cost: number, currency: string, reduction: Money | null = null): Money {
  const left = Math.round(cost / 60) - (reduction === null ? 0 : hundredthsOf(reduction));
  return moneyOf(Math.max(0, left), currency);
}

/** Returns the entry of a work event before and after it; null where it does not count. */
export function spansIn(event: WorkEvent): { readonly was: CostedSpan | null; readonly is: CostedSpan | null } {
  switch (event.type) {
    case 'WorkStarted':
      return { was: null, is: null };
    case 'TimeChanged':
      return { was: event.data.was, is: event.data };
    case 'TimeRemoved':
      return { was: event.data, is: null };
    default:
      return { was: null, is: event.data };
  }
}

/** Returns the amounts that a work event adds to the sums of its task. */
export function workDelta(event: WorkEvent): { readonly minutes: number; readonly cost: number } {
  const { was, is } = spansIn(event);
  const of = (span: CostedSpan | null) => {
    const minutes = span === null ? 0 : minutesOf(span);
    return { minutes, cost: costOf(minutes, span?.rate ?? null) };
  };
  const [before, after] = [of(was), of(is)];
  return { minutes: after.minutes - before.minutes, cost: after.cost - before.cost };
}

/** Running work overlaps all that is later. */
export const overlaps = (a: WorkSpan, b: WorkSpan): boolean =>
  (b.to === null || a.from < b.to) && (a.to === null || b.from < a.to);

/** The calendar month, with the instants between which it lies. */
export function monthSpan(year: number, month: number, zone: string): MonthSpan {
  const name = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}`;
  const next = `${addDays(`${name}-28`, 7).slice(0, 7)}-01`;
  return { month: name, start: startOfDay(`${name}-01`, zone), end: startOfDay(next, zone) };
}

/** The days of a month up to one of them. @param last a day of the month */
export function monthSpanTo(year: number, month: number, last: Day, zone: string): MonthSpan {
  const whole = monthSpan(year, month, zone);
  return { ...whole, end: startOfDay(addDays(last, 1), zone) };
}

/** The last day of a span of whole days. */
export const lastClosedDayOf = ({ end }: Pick<MonthSpan, 'end'>, zone: string): Day =>
  localDay(Date.parse(end) - 1, zone);

/**
 * Whether the entry looks forgotten: it ran past local midnight or for more than 12 hours, and nobody has said yet when it ended.
 * @param at ends the running work for this judgement
 */
export function isFlagged(
  entry: Pick<WorkEntry, 'from' | 'to' | 'added' | 'corrected'>,
  at: Instant,
  zone: string,
): boolean {
  const { from, to, added, corrected } = entry;
  if (added || (corrected && to !== null)) return false;
  const end = to ?? at;
  if (minutesBetween(from, end) > longestRunMinutes) return true;
  // Work until midnight sharp is of one day.
  const lastMoment = Date.parse(end) - 1;
  return lastMoment > Date.parse(from) && localDay(lastMoment, zone) !== localDay(from, zone);
}

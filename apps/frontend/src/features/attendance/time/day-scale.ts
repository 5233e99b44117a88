import { type Day, type Instant, instantOf, localDay, spanOfDays, wallClock } from '@gos/domain';

const minuteMs = 60_000;
export const stepMinutes = 5;

/**
 * The minutes that really pass in a day of a zone, counted from its midnight: 1,440, an hour less or more where the clocks are put
 * forward or back.
 */
export interface DayScale {
  readonly date: Day;
  readonly zone: string;
  readonly start: number;
  readonly end: number;
  readonly minutes: number;
}

export function scaleOf(date: Day, zone: string): DayScale {
  const span = spanOfDays(date, date, zone);
  const [start, end] = [Date.parse(span.start), Date.parse(span.end)];
  return { date, zone, start: start!, end: end!, minutes: (end! - start!) / minuteMs };
}

const within = (minute: number, { minutes }: DayScale) => Math.min(Math.max(minute, 0), minutes);

/** Returns the minute of an instant within the day; instants outside the day are clamped. */
export const minuteAt = (at: Instant | number, scale: DayScale): number =>
  within(((typeof at === 'number' ? at : Date.parse(at)) - scale.start) / minuteMs, scale);

export const instantAt = (minute: number, { start }: DayScale): Instant =>
  new Date(start + Math.floor(minute + 1e-6) * minuteMs).toISOString();

/** Returns the minute of a clock time, `24:00` included. */
export const minuteOfTime = (time: string, scale: DayScale): number =>
  time === '24:00' ? scale.minutes : minuteAt(instantOf(scale.date, time, scale.zone), scale);

export interface HourLine {
  readonly minute: number;
  /** what a clock on the wall shows then */
  readonly hour: number;
}

/** Every full hour of the clock: one that is skipped is not there, one that comes twice is there twice. */
export function hoursOf(scale: DayScale): readonly HourLine[] {
  const lines: HourLine[] = [];
  for (let minute = 0; minute < scale.minutes; minute += 30) {
    const wall = new Date(wallClock(scale.start + minute * minuteMs, scale.zone));
    if (wall.getUTCMinutes() === 0) lines.push({ minute, hour: wall.getUTCHours() });
  }
  return lines;
}

/** Minutes of the day; `to` is at least one step after `from`. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

interface Timed {
  readonly from: Instant;
  readonly to: Instant | null;
}

const wholeMinuteAt = (at: Instant | number, scale: DayScale) => Math.floor(minuteAt(at, scale));

/** The part of an entry on this day, in whole minutes as work is counted; running work lasts until now. */
export const spanOf = ({ from, to }: Timed, now: number, scale: DayScale): Span => ({
  from: wholeMinuteAt(from, scale),
  to: wholeMinuteAt(to ?? Math.max(now, Date.parse(from)), scale),
});

/** Whether an end of an entry lies on this day, where it can be taken hold of. */
export const isWithin = (at: Instant | null, { date, zone, end }: DayScale): boolean =>
  at !== null && (localDay(at, zone) === date || Date.parse(at) === end);

export type Grip = 'whole' | 'from' | 'to';

const stepped = (minute: number) => Math.round(minute / stepMinutes) * stepMinutes;

/**
 * Returns a span moved by some minutes, as a whole or by one end, within 0 and `limit`.
 * The moved ends snap to full steps; a fixed end keeps its time.
 */
export function pulled({ from, to }: Span, grip: Grip, by: number, limit: number): Span {
  if (grip === 'whole') {
    const length = to - from;
    const start = Math.min(Math.max(stepped(from + by), 0), Math.max(0, limit - length));
    return { from: start, to: start + length };
  }
  if (grip === 'from') return { from: Math.min(Math.max(stepped(from + by), 0), to - stepMinutes), to };
  return { from, to: Math.max(Math.min(stepped(to + by), limit), from + stepMinutes) };
}

/** The span between where a drag began and where it is, on full steps. */
export function drawn(first: number, last: number, limit: number): Span {
  const [low, high] = first < last ? [first, last] : [last, first];
  const from = Math.max(0, Math.min(Math.floor(low / stepMinutes) * stepMinutes, limit - stepMinutes));
  return { from, to: Math.max(from + stepMinutes, Math.min(Math.ceil(high / stepMinutes) * stepMinutes, limit)) };
}

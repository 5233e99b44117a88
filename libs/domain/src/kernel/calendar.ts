import type { Day, Instant } from './message';
import type { FieldError } from './refusal';
import { type Years, years } from './years';

const dayMs = 86_400_000;
const firstMs = Date.UTC(years.calendar.first, 0, 1);
const lastMs = Date.UTC(years.calendar.last + 1, 0, 1) - 1;

/** The nearest instant within the calendar's years, in milliseconds since 1970. @throws RangeError when it is no number */
function nearest(at: number): number {
  if (Number.isNaN(at)) throw new RangeError('Not an instant');
  return Math.min(Math.max(at, firstMs), lastMs);
}

const formats = new Map<string, Intl.DateTimeFormat>();

function format(zone: string): Intl.DateTimeFormat {
  let found = formats.get(zone);
  if (!found) {
    found = new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    formats.set(zone, found);
  }
  return found;
}

/** The local time in the zone at an instant, encoded as if it were UTC, in milliseconds since 1970. */
export function wallClock(at: number, zone: string): number {
  const parts: Record<string, number> = {};
  for (const part of format(zone).formatToParts(nearest(at))) parts[part.type] = Number(part.value);
  return Date.UTC(parts.year!, parts.month! - 1, parts.day!, parts.hour!, parts.minute!, parts.second!);
}

/** The calendar day in the zone at an instant. */
export function localDay(at: Instant | number, zone: string): Day {
  return dayOf(wallClock(typeof at === 'number' ? at : Date.parse(at), zone));
}

const dayOf = (at: number): Day => instantAt(at).slice(0, 10);
const startInUtc = (day: Day) => Date.parse(`${day}T00:00:00Z`);

/** The instants that may have the local time, by the offsets of the day before and the day after, and those that do have it. */
function candidatesOf(day: Day, time: string, zone: string) {
  const wanted = nearest(Date.parse(`${day}T${time.length === 5 ? `${time}:00` : time}Z`));
  const offset = (at: number) => wallClock(at, zone) - nearest(at);
  const candidates = [wanted - offset(wanted - dayMs), wanted - offset(wanted + dayMs)];
  return { candidates, exact: candidates.filter((at) => wallClock(at, zone) === wanted) };
}

/**
 * The instant of a local day and time in the zone; `24:00` is the end of the day. A time skipped by daylight saving is moved forward
 * by the length of the gap; a time that occurs twice means the first occurrence.
 */
export function instantOf(day: Day, time: string, zone: string): Instant {
  const { candidates, exact } = candidatesOf(day, time, zone);
  return instantAt(exact.length > 0 ? Math.min(...exact) : Math.max(...candidates));
}

/** The instant, or the nearest one within the calendar's years. @param at milliseconds since 1970 */
export const instantAt = (at: number): Instant => new Date(nearest(at)).toISOString();

export const startOfDay = (day: Day, zone: string): Instant => instantOf(day, '00:00', zone);

/** The start of the next day. */
export const endOfDay = (day: Day, zone: string): Instant => instantOf(day, '24:00', zone);

/** The instants between which the days lie, the last one included. */
export const spanOfDays = (from: Day, to: Day, zone: string): { readonly start: Instant; readonly end: Instant } => ({
  start: startOfDay(from, zone),
  end: endOfDay(to, zone),
});

/** All instants of a local day and time in the zone, the first one first: none in the gap of daylight saving, two in the doubled hour. */
export function instantsOf(day: Day, time: string, zone: string): readonly Instant[] {
  const { exact } = candidatesOf(day, time, zone);
  return [...new Set(exact)].sort((a, b) => a - b).map(instantAt);
}

/** Adds whole days across months and years; null when that leads out of the calendar's years. */
export function daysLater(day: Day, days: number): Day | null {
  const at = startInUtc(day) + days * dayMs;
  return at >= firstMs && at <= lastMs ? dayOf(at) : null;
}

/** Adds whole days across months and years. @throws RangeError when that leads out of the calendar's years */
export function addDays(day: Day, days: number): Day {
  const later = daysLater(day, days);
  if (later !== null) return later;
  const { first, last } = years.calendar;
  throw new RangeError(`${day} and ${days} days is not within the years ${first} to ${last}`);
}

/** The day, or the nearest one within the calendar's years. */
export const nearestDay = (day: Day): Day => dayOf(startInUtc(day));

/** Whole days from one day to another; negative when the other one is earlier. */
export const daysBetween = (from: Day, to: Day): number => (startInUtc(to) - startInUtc(from)) / dayMs;

/** The days from one to another, the last one included, in order, at most `max` of them. */
export function daysFrom(from: Day, to: Day, max = Number.POSITIVE_INFINITY): Day[] {
  const [first, last] = [nearestDay(from), nearestDay(to)];
  const count = Math.max(0, Math.min(max, daysBetween(first, last) + 1));
  return Array.from({ length: count }, (_, index) => addDays(first, index));
}

/** The days of a month of 1 to 12, in order. */
export function daysOfMonth(year: number, month: number): Day[] {
  const first = dayOf(Date.UTC(year, month - 1, 1));
  return daysFrom(first, dayOf(Date.UTC(year, month, 0)));
}

/** 1 to 7 from Monday. */
export function weekdayOf(day: Day): number {
  return ((new Date(startInUtc(day)).getUTCDay() + 6) % 7) + 1;
}

/** The Monday of the week that holds the day. */
export const mondayOf = (day: Day): Day => addDays(day, 1 - weekdayOf(day));

const isWithin = (year: number, { first, last }: Years) => year >= first && year <= last;

/** Whether the value is written as a day that the calendar has, of whatever year. */
const isWrittenDay = (value: unknown): value is Day =>
  typeof value === 'string' &&
  /^\d{4}-\d{2}-\d{2}$/.test(value) &&
  !Number.isNaN(startInUtc(value)) &&
  new Date(startInUtc(value)).toISOString().startsWith(value);

/** Whether the value is written as an ISO 8601 date-time with an offset or Z, of whatever year. */
const isWrittenInstant = (value: unknown): value is Instant =>
  typeof value === 'string' &&
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/.test(value) &&
  isWrittenDay(value.slice(0, 10)) &&
  !Number.isNaN(Date.parse(value));

const yearError = (path: string, { first, last }: Years): FieldError => ({
  path,
  code: 'validation.year',
  params: { min: first, max: last },
});

/** The error of a value that is no day, or none within the years. */
export function dayError(value: unknown, path: string, within: Years = years.business): FieldError | null {
  if (!isWrittenDay(value)) return { path, code: 'validation.day' };
  return isWithin(Number(value.slice(0, 4)), within) ? null : yearError(path, within);
}

/** The error of a value that is no ISO 8601 date-time with an offset or Z, or none within the years in UTC. */
export function instantError(value: unknown, path: string, within: Years = years.business): FieldError | null {
  if (!isWrittenInstant(value)) return { path, code: 'validation.instant' };
  return isWithin(new Date(value).getUTCFullYear(), within) ? null : yearError(path, within);
}

export const isDay = (value: unknown, within: Years = years.calendar): value is Day =>
  dayError(value, '', within) === null;

/** Whether the value is an ISO 8601 date-time with an offset or Z, within the years in UTC. */
export const isInstant = (value: unknown, within: Years = years.calendar): value is Instant =>
  instantError(value, '', within) === null;

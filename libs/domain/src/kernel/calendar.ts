import type { Day, Instant } from './message';

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
  for (const part of format(zone).formatToParts(at)) parts[part.type] = Number(part.value);
  return Date.UTC(parts.year!, parts.month! - 1, parts.day!, parts.hour!, parts.minute!, parts.second!);
}

/** The calendar day in the zone at an instant. */
export function localDay(at: Instant | number, zone: string): Day {
  return new Date(wallClock(typeof at === 'number' ? at : Date.parse(at), zone)).toISOString().slice(0, 10);
}

/** What the local time may be by the offsets of the day before and the day after, and what of it is that time. */
function candidatesOf(day: Day, time: string, zone: string) {
  const wanted = Date.parse(`${day}T${time.length === 5 ? `${time}:00` : time}Z`);
  const offset = (at: number) => wallClock(at, zone) - at;
  const candidates = [wanted - offset(wanted - 86_400_000), wanted - offset(wanted + 86_400_000)];
  return { candidates, exact: candidates.filter((at) => wallClock(at, zone) === wanted) };
}

/**
 * The instant of a local day and time in the zone. A time skipped by daylight saving is moved forward by the length of the gap; a
 * time that occurs twice means the first occurrence.
 */
export function instantOf(day: Day, time: string, zone: string): Instant {
  const { candidates, exact } = candidatesOf(day, time, zone);
  return new Date(exact.length > 0 ? Math.min(...exact) : Math.max(...candidates)).toISOString();
}

/** @param at milliseconds since 1970 */
export const instantAt = (at: number): Instant => new Date(at).toISOString();

export const startOfDay = (day: Day, zone: string): Instant => instantOf(day, '00:00', zone);

/** The instants between which the days lie, the last one included. */
export const spanOfDays = (from: Day, to: Day, zone: string): { readonly start: Instant; readonly end: Instant } => ({
  start: startOfDay(from, zone),
  end: startOfDay(addDays(to, 1), zone),
});

/** All instants of a local day and time in the zone, the first one first: none in the gap of daylight saving, two in the doubled hour. */
export function instantsOf(day: Day, time: string, zone: string): readonly Instant[] {
  const { exact } = candidatesOf(day, time, zone);
  return [...new Set(exact)].sort((a, b) => a - b).map((at) => new Date(at).toISOString());
}

/** Adds whole days across months and years. */
export function addDays(day: Day, days: number): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** 1 to 7 from Monday. */
export function weekdayOf(day: Day): number {
  return ((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7) + 1;
}

/** The Monday of the week that holds the day. */
export const mondayOf = (day: Day): Day => addDays(day, 1 - weekdayOf(day));

export function isDay(value: unknown): value is Day {
  return (
    typeof value === 'string' &&
    /^\d{4}-\d{2}-\d{2}$/.test(value) &&
    !Number.isNaN(Date.parse(`${value}T00:00:00Z`)) &&
    new Date(`${value}T00:00:00Z`).toISOString().startsWith(value)
  );
}

/** Whether the value is an ISO 8601 date-time with an offset or Z, within the years 0 to 9999 UTC. */
export function isInstant(value: unknown): value is Instant {
  return (
    typeof value === 'string' &&
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/.test(value) &&
    isDay(value.slice(0, 10)) &&
    !Number.isNaN(Date.parse(value)) &&
    new Date(value).toISOString().length === 24
  );
}

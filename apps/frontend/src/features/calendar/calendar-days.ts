import { addDays, type Day, daysFrom, type Instant, instantAt, instantOf, localDay } from '@gos/domain';
import type { Days } from '../../ui/day-text';

const weekdayOf = (day: Day): number => new Date(`${day}T12:00:00Z`).getUTCDay();

export const eachDay = ({ from, to }: Days): Day[] => daysFrom(from, to);

export function weekOf(day: Day, firstWeekday: number): Days {
  const from = addDays(day, -((weekdayOf(day) - firstWeekday + 7) % 7));
  return { from, to: addDays(from, 6) };
}

export const monthOf = (day: Day): Days => {
  const from = `${day.slice(0, 7)}-01`;
  return { from, to: addDays(monthsLater(from, 1), -1) };
};

/** The whole weeks in which a month lies. */
export function weeksOfMonth(day: Day, firstWeekday: number): Days {
  const { from, to } = monthOf(day);
  return { from: weekOf(from, firstWeekday).from, to: weekOf(to, firstWeekday).to };
}

/** The same day of another month, or its last one. */
export function monthsLater(day: Day, months: number): Day {
  const [year, month, date] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year!, month! + months, 0)).getUTCDate();
  return new Date(Date.UTC(year!, month! - 1 + months, Math.min(date!, last))).toISOString().slice(0, 10);
}

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(zone: string): Intl.DateTimeFormat {
  let found = clocks.get(zone);
  if (!found) {
    const time = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;
    found = new Intl.DateTimeFormat('en-GB', { timeZone: zone, numberingSystem: 'latn', ...time });
    clocks.set(zone, found);
  }
  return found;
}

/** Returns the local time in the zone as `HH:MM:SS`. */
export const wallTime = (at: Instant, zone: string): string => clockOf(zone).format(new Date(at));

/** Minutes on that clock since midnight; an hour that daylight saving skips or repeats is not counted. */
export function wallMinutes(at: Instant, zone: string): number {
  const [hours, minutes] = wallTime(at, zone).split(':').map(Number);
  return hours! * 60 + minutes!;
}

/** The same time of day on another day. */
export function movedToDay(at: Instant, day: Day, zone: string): Instant {
  const milliseconds = Date.parse(at) % 1_000;
  return instantAt(Date.parse(instantOf(day, wallTime(at, zone), zone)) + milliseconds);
}

export const dayOf = (at: Instant, zone: string): Day => localDay(at, zone);

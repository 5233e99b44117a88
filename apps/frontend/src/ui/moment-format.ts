import { type Day, type Instant, wallClock } from '@gos/domain';
import type { Say } from '../i18n';
import { runtimeConfig } from '../lib/runtime-config';

const formats = new Map<string, Intl.DateTimeFormat>();

function format(locale: string, name: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${name}`;
  let found = formats.get(key);
  if (!found) {
    found = new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, options);
    formats.set(key, found);
  }
  return found;
}

/** Wall-clock time of the installation's zone, stored in the UTC fields of a date. */
type Wall = Date;

function wallOf(at: Instant | number, zone: string): Wall {
  return new Date(wallClock(typeof at === 'number' ? at : Date.parse(at), zone));
}

const utc = { timeZone: 'UTC' } as const;
const dayNumber = (wall: Wall) => Math.floor(wall.getTime() / 86_400_000);

/** The last minute of a day represents the whole day, so its time is not shown. */
function isWholeDay(wall: Wall): boolean {
  return wall.getUTCHours() === 23 && wall.getUTCMinutes() === 59;
}

function wallTime(locale: string, wall: Wall): string {
  return format(locale, 'time', { ...utc, hour: 'numeric', minute: '2-digit' }).format(wall);
}

/** Time of day in the installation's zone, as every time on a screen: plans, deadlines and work then compare. */
export function timeText(locale: string, instant: Instant): string {
  return wallTime(locale, wallOf(instant, runtimeConfig().timeZone));
}

/** The value of a field of a time: `08:05`. */
export const timeOf = (instant: Instant, zone: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
    new Date(instant),
  );

/** `24. 11.`, `24 Nov`; with the year when it is another one than now. */
function dayText(locale: string, wall: Wall, now: Wall): string {
  const month = locale === 'cs' ? 'numeric' : 'short';
  return wall.getUTCFullYear() === now.getUTCFullYear()
    ? format(locale, 'day', { ...utc, day: 'numeric', month }).format(wall)
    : format(locale, 'day-year', { ...utc, day: 'numeric', month, year: 'numeric' }).format(wall);
}

/** Near days by their words, others as a date. */
function nearDay(locale: string, wall: Wall, now: Wall, say: Say): string {
  switch (dayNumber(wall) - dayNumber(now)) {
    case 0:
      return say('task.moment.today');
    case 1:
      return say('task.moment.tomorrow');
    case -1:
      return say('task.moment.yesterday');
    default:
      return dayText(locale, wall, now);
  }
}

/** Deadlines are agreed on in the installation's zone: wherever it is read, a day is the same day and three o'clock is three. */
export function deadlineText(locale: string, instant: Instant, at: number, say: Say): string {
  const { timeZone } = runtimeConfig();
  const [wall, now] = [wallOf(instant, timeZone), wallOf(at, timeZone)];
  const day = nearDay(locale, wall, now, say);
  const passedDay = dayNumber(wall) < dayNumber(now);
  return isWholeDay(wall) || passedDay ? day : `${day} ${wallTime(locale, wall)}`;
}

/** A deadline to choose: a day with its weekday; the time too where it is not the whole day. */
export function deadlineChoice(locale: string, instant: Instant, at: number, say: Say): string {
  const { timeZone } = runtimeConfig();
  const wall = wallOf(instant, timeZone);
  if (!isWholeDay(wall)) return deadlineText(locale, instant, at, say);
  const weekday = format(locale, 'weekday', { ...utc, weekday: 'short' }).format(wall);
  return `${weekday} ${dayText(locale, wall, wallOf(at, timeZone))}`;
}

/** Day in short and time of an instant. */
export function momentText(locale: string, instant: Instant, at: number, say: Say): string {
  const { timeZone } = runtimeConfig();
  const wall = wallOf(instant, timeZone);
  return `${nearDay(locale, wall, wallOf(at, timeZone), say)} ${wallTime(locale, wall)}`;
}

/** Full date and time with the zone, for tooltips and the information tab. */
export function fullMoment(locale: string, instant: Instant): string {
  const { timeZone } = runtimeConfig();
  return format(locale, `full ${timeZone}`, {
    timeZone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(new Date(instant));
}

/** A day of the installation's calendar is the same day everywhere. */
export function calendarDay(locale: string, day: Day, at: number, say: Say): string {
  return nearDay(locale, new Date(`${day}T00:00Z`), wallOf(at, runtimeConfig().timeZone), say);
}

/** The week begins as the reader's region has it: Monday but for American English. */
export function firstWeekday(locale: string): 0 | 1 {
  return locale === 'en' && globalThis.navigator?.language === 'en-US' ? 0 : 1;
}

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

/** What the clock and the calendar on a wall show: a date whose fields in UTC are to be read. */
type Wall = Date;

const readersZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;

function wallOf(at: Instant | number, zone: string): Wall {
  return new Date(wallClock(typeof at === 'number' ? at : Date.parse(at), zone));
}

const utc = { timeZone: 'UTC' } as const;
const dayNumber = (wall: Wall) => Math.floor(wall.getTime() / 86_400_000);

/** The last minute of a day stands for the whole day, so its time is not said. */
function isWholeDay(wall: Wall): boolean {
  return wall.getUTCHours() === 23 && wall.getUTCMinutes() === 59;
}

function wallTime(locale: string, wall: Wall): string {
  return format(locale, 'time', { ...utc, hour: 'numeric', minute: '2-digit' }).format(wall);
}

/** The time by the reader's clock. */
export function timeText(locale: string, instant: Instant): string {
  return wallTime(locale, wallOf(instant, readersZone));
}

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

/** When something happened: the day in short and always the time, by the reader's clock. */
export function momentText(locale: string, instant: Instant, at: number, say: Say): string {
  const wall = wallOf(instant, readersZone);
  return `${nearDay(locale, wall, wallOf(at, readersZone), say)} ${wallTime(locale, wall)}`;
}

/** The whole of it, for tooltips and the information tab. */
export function fullMoment(locale: string, instant: Instant, zone = readersZone): string {
  return format(locale, `full ${zone}`, {
    timeZone: zone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(new Date(instant));
}

export function fullDeadline(locale: string, instant: Instant): string {
  return fullMoment(locale, instant, runtimeConfig().timeZone);
}

/** A day of the installation's calendar is the same day everywhere. */
export function calendarDay(locale: string, day: Day, at: number, say: Say): string {
  return nearDay(locale, new Date(`${day}T00:00Z`), wallOf(at, runtimeConfig().timeZone), say);
}

/** The week begins as the reader's region has it: Monday but for American English. */
export function firstWeekday(locale: string): 0 | 1 {
  return locale === 'en' && globalThis.navigator?.language === 'en-US' ? 0 : 1;
}

import type { Day, Instant } from '@gos/domain';
import type { MessageId } from '../../i18n';

type Say = (id: MessageId, values?: Record<string, string | number>) => string;

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

const dayNumber = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000;

/** The last minute of a day stands for the whole day, so its time is not said. */
export function isWholeDay(date: Date): boolean {
  return date.getHours() === 23 && date.getMinutes() === 59;
}

export function timeText(locale: string, date: Date): string {
  return format(locale, 'time', { hour: 'numeric', minute: '2-digit' }).format(date);
}

/** `24. 11.`, `24 Nov`; with the year when it is another one than now. */
export function dayText(locale: string, date: Date, now: number): string {
  const month = locale === 'cs' ? 'numeric' : 'short';
  const sameYear = date.getFullYear() === new Date(now).getFullYear();
  return sameYear
    ? format(locale, 'day', { day: 'numeric', month }).format(date)
    : format(locale, 'day-year', { day: 'numeric', month, year: 'numeric' }).format(date);
}

/** Near days by their words, others as a date; in the reader's own time zone. */
export function nearDay(locale: string, date: Date, now: number, say: Say): string {
  switch (dayNumber(date) - dayNumber(new Date(now))) {
    case 0:
      return say('task.moment.today');
    case 1:
      return say('task.moment.tomorrow');
    case -1:
      return say('task.moment.yesterday');
    default:
      return dayText(locale, date, now);
  }
}

export function deadlineText(locale: string, instant: Instant, now: number, say: Say): string {
  const date = new Date(instant);
  const day = nearDay(locale, date, now, say);
  const passedDay = dayNumber(date) < dayNumber(new Date(now));
  return isWholeDay(date) || passedDay ? day : `${day} ${timeText(locale, date)}`;
}

/** When something happened: the day in short and always the time. */
export function momentText(locale: string, instant: Instant, now: number, say: Say): string {
  const date = new Date(instant);
  return `${nearDay(locale, date, now, say)} ${timeText(locale, date)}`;
}

/** The whole of it, for tooltips and the information tab. */
export function fullMoment(locale: string, instant: Instant): string {
  return format(locale, 'full', {
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
export function calendarDay(locale: string, day: Day, now: number, say: Say): string {
  const [year, month, date] = day.split('-').map(Number);
  return nearDay(locale, new Date(year!, month! - 1, date!), now, say);
}

/** The week begins as the reader's region has it: Monday but for American English. */
export function firstWeekday(locale: string): 0 | 1 {
  return locale === 'en' && globalThis.navigator?.language === 'en-US' ? 0 : 1;
}

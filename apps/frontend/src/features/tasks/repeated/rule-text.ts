import type { RepeatedTaskAnswer } from '@gos/contract';
import { type Instant, localDay, periodSteps, type Repeat, type RepeatDay } from '@gos/domain';
import { timeZone } from '../../../lib/installation';
import { dayTexts } from '../../../ui/day-text';
import type { SayRepeated } from './repeated-texts';

/** When it repeats, as far as words say it. */
export type SaidRule = Pick<RepeatedTaskAnswer, 'period' | 'repeatDay'> &
  Partial<Pick<RepeatedTaskAnswer, 'onDayOff' | 'endRepeat' | 'repeatCount' | 'endDate'>>;

const intlLocale = (locale: string) => (locale === 'en' ? 'en-GB' : locale);
const formatted = (locale: string, day: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(intlLocale(locale), { ...options, timeZone: 'UTC' }).format(new Date(`${day}T12:00:00Z`));

/** The first of January 2024 was a Monday. */
export const weekdayText = (locale: string, weekday: number, width: 'short' | 'long' = 'long') =>
  dayTexts.weekday(locale, `2024-01-0${weekday}`, width);

export const monthText = (locale: string, month: number) =>
  formatted(locale, `2024-${String(month).padStart(2, '0')}-01`, { month: 'long' });

/** A day of every year, `15 March`; of a leap year, which has them all. */
const dateOfYear = (locale: string, day: string) => formatted(locale, `2024-${day}`, { day: 'numeric', month: 'long' });

export const wholeDay = (locale: string, day: string) =>
  formatted(locale, day, { day: 'numeric', month: 'long', year: 'numeric' });

/** The 31st of a month without it is its last day, so it always is. */
const dayOfMonth = (t: SayRepeated, day: RepeatDay) =>
  day === 31 ? t('repeated.rule.last-day') : t('repeated.rule.day-of-month', { day });

/** The day alone: `Monday`, `the 15th`, `15 March`. Null of a daily one. */
export function repeatDayText(t: SayRepeated, locale: string, repeat: Repeat, day: RepeatDay): string | null {
  if (day === null || repeat === 'daily') return null;
  if (repeat === 'weekly') return weekdayText(locale, Number(day));
  return repeat === 'monthly' ? dayOfMonth(t, day) : dateOfYear(locale, String(day));
}

/** The last day of a month that moves back from days off is its last working day. */
function isLastWorkingDay({ period, repeatDay, onDayOff }: SaidRule): boolean {
  return onDayOff === 'previous' && repeatDay === 31 && periodSteps[period].repeat === 'monthly';
}

function everyText(t: SayRepeated, locale: string, rule: SaidRule): string {
  const { period, repeatDay } = rule;
  switch (period) {
    case 'day':
      return t('repeated.rule.day');
    case 'week':
    case 'two-weeks':
      return t(`repeated.rule.${period}`, { day: `d${repeatDay}` });
    case 'year':
    case 'two-years':
      return t(`repeated.rule.${period}`, { date: dateOfYear(locale, String(repeatDay)) });
    default:
      return t(`repeated.rule.${period}`, {
        day: isLastWorkingDay(rule) ? t('repeated.rule.last-working-day') : dayOfMonth(t, repeatDay),
      });
  }
}

/** When it repeats, in words: `every 2 weeks on Monday, 10 times`. */
export function ruleText(t: SayRepeated, locale: string, rule: SaidRule): string {
  const { onDayOff = 'keep' } = rule;
  const onDays = everyText(t, locale, rule);
  const every =
    onDayOff === 'keep' || isLastWorkingDay(rule) ? onDays : t(`repeated.rule.day-off.${onDayOff}`, { rule: onDays });
  const { endRepeat, repeatCount, endDate } = rule;
  if (endRepeat === 'after' && repeatCount) return t('repeated.rule.after', { rule: every, count: repeatCount });
  if (endRepeat === 'by-date' && endDate) {
    return t('repeated.rule.by-date', { rule: every, date: wholeDay(locale, endDate) });
  }
  return every;
}

/** When an occurrence is due: its weekday, its day, and the time unless it is the whole day. */
export function occurrenceText(locale: string, deadline: Instant): string {
  const zone = timeZone();
  const time = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' });
  const day = formatted(locale, localDay(deadline, zone), {
    weekday: 'short',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  });
  return time.format(new Date(deadline)) === '23:59' ? day : `${day}, ${dayTexts.time(locale, deadline, zone)}`;
}

/** How long before a deadline: whole days, or hours. */
export function beforeText(t: SayRepeated, minutes: number): string {
  const isDays = minutes % 1_440 === 0;
  return t(isDays ? 'repeated.before.days' : 'repeated.before.hours', {
    count: isDays ? minutes / 1_440 : Math.round(minutes / 6) / 10,
  });
}

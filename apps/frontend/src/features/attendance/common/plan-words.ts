import type { PlanAnswer } from '@gos/contract';
import type { Day, TimeOfDay } from '@gos/domain';
import { dayTexts } from '../../../ui/day-text';

/** `8:00`, as clocks are read in the reader's language. */
export function timeWords(locale: string, time: TimeOfDay): string {
  if (time === '24:00') return time;
  return dayTexts.time(locale, `2026-01-01T${time}:00.000Z`, 'UTC');
}

export const timesOf = (locale: string, { from, to }: Pick<PlanAnswer, 'from' | 'to'>): string =>
  `${timeWords(locale, from)}–${timeWords(locale, to)}`;

/** `po 30. 11.` */
export const dayWords = (locale: string, day: Day): string =>
  `${dayTexts.weekday(locale, day)} ${dayTexts.short(locale, day)}`;

/** Its days, from the first to the last. */
export const daysWords = (locale: string, { date, repeatUntil }: Pick<PlanAnswer, 'date' | 'repeatUntil'>): string =>
  repeatUntil === null || repeatUntil === date
    ? dayWords(locale, date)
    : dayTexts.range(locale, { from: date, to: repeatUntil });

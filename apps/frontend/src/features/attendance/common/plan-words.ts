import type { PlanAnswer } from '@gos/contract';
import { type Day, type TimeOfDay, wholeDay } from '@gos/domain';
import { useIntl } from 'react-intl';
import { durationText } from '../../../entities/task/duration';
import { useT } from '../../../i18n';
import { dayTexts } from '../../../ui/day-text';

/** `8:00`, as clocks are read in the reader's language. */
export function timeWords(locale: string, time: TimeOfDay): string {
  if (time === '24:00') return time;
  return dayTexts.time(locale, `2026-01-01T${time}:00.000Z`, 'UTC');
}

const timesOf = (locale: string, { from, to }: Pick<PlanAnswer, 'from' | 'to'>): string =>
  `${timeWords(locale, from)}–${timeWords(locale, to)}`;

/** `po 30. 11.` */
export const dayWords = (locale: string, day: Day): string =>
  `${dayTexts.weekday(locale, day)} ${dayTexts.short(locale, day)}`;

/** Its days, from the first to the last. */
export const daysWords = (locale: string, { date, repeatUntil }: Pick<PlanAnswer, 'date' | 'repeatUntil'>): string =>
  repeatUntil === null || repeatUntil === date
    ? dayWords(locale, date)
    : dayTexts.range(locale, { from: date, to: repeatUntil });

type Named = Pick<PlanAnswer, 'type' | 'kind'>;
type Timed = Pick<PlanAnswer, 'type' | 'half' | 'from' | 'to'>;

/** The words of a plan: its type or the kind of an absence, its times or the part of the day, and its place if it has one. */
export function usePlanWords() {
  const t = useT();
  const { locale } = useIntl();
  const name = ({ type, kind }: Named) =>
    t(kind === null || kind === 'other' ? `plan.type.${type}` : `plan.kind.${kind}`);
  function times({ type, half, ...plan }: Timed): string {
    if (half !== null) return t(`plan.half.${half}`);
    const isWhole = type === 'day_off' && plan.from === wholeDay.from && plan.to === wholeDay.to;
    return isWhole ? t('plan.whole-day') : timesOf(locale, plan);
  }
  /** With the break, if it has one. */
  const fullTimes = (plan: Timed & Pick<PlanAnswer, 'breakMinutes'>) =>
    plan.breakMinutes === 0
      ? times(plan)
      : t('plan.times.break', { times: times(plan), minutes: durationText(plan.breakMinutes) });
  const placed = (words: readonly string[], { location }: Pick<PlanAnswer, 'location'>) =>
    location === '' ? words : [...words, location];
  return { name, times, fullTimes, placed };
}

import type { Day, StatisticsKind, StatisticsPeriod } from '@gos/domain';
import { useIntl } from 'react-intl';
import type { MessageId } from '../../i18n';
import type { SpanName } from './statistics-search';

export const kindMessages: Record<StatisticsKind, MessageId> = {
  created: 'statistics.kind.created',
  solved: 'statistics.kind.solved',
  ended: 'statistics.kind.ended',
  returned: 'statistics.kind.returned',
  overdue: 'statistics.kind.overdue',
};

export const kindHelp: Record<StatisticsKind, MessageId> = {
  created: 'statistics.kind.created.help',
  solved: 'statistics.kind.solved.help',
  ended: 'statistics.kind.ended.help',
  returned: 'statistics.kind.returned.help',
  overdue: 'statistics.kind.overdue.help',
};

export const periodMessages: Record<StatisticsPeriod, MessageId> = {
  day: 'statistics.period.day',
  week: 'statistics.period.week',
  month: 'statistics.period.month',
};

export const spanMessages: Record<StatisticsPeriod, Record<SpanName, MessageId>> = {
  day: {
    current: 'statistics.day.current',
    previous: 'statistics.day.previous',
    before: 'statistics.day.before',
  },
  week: {
    current: 'statistics.week.current',
    previous: 'statistics.week.previous',
    before: 'statistics.week.before',
  },
  month: {
    current: 'statistics.month.current',
    previous: 'statistics.month.previous',
    before: 'statistics.month.before',
  },
};

const atNoon = (day: Day) => new Date(`${day}T12:00:00Z`);

const localeOf = (locale: string) => (locale === 'en' ? 'en-GB' : locale);

/** The first and the last of some days, with what they share said once: `1.–30. listopadu`; a day alone: `5. listopadu`. */
export function useDays(): (from: Day, to: Day) => string {
  const { locale } = useIntl();
  const format = new Intl.DateTimeFormat(localeOf(locale), {
    day: 'numeric',
    month: locale === 'cs' ? 'long' : 'short',
    timeZone: 'UTC',
  });
  return (from, to) => format.formatRange(atNoon(from), atNoon(to));
}

/** `5. 11.`, or with the year; a day of the installation's calendar is the same day everywhere. */
export function useDay(withYear: boolean): (day: Day) => string {
  const { locale } = useIntl();
  const format = new Intl.DateTimeFormat(localeOf(locale), {
    day: 'numeric',
    month: locale === 'cs' ? 'numeric' : 'short',
    ...(withYear && { year: 'numeric' }),
    timeZone: 'UTC',
  });
  return (day) => format.format(atNoon(day));
}

import type { Day } from '@gos/domain';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useIntl } from 'react-intl';
import { useOffered } from '../../entities/user/offers';
import { useT } from '../../i18n';
import { dayTexts } from '../../ui/day-text';
import pieces from '../../ui/pieces.module.css';
import classes from './day-head.module.css';

interface NewOnProps {
  readonly day: Day;
  /** One of them at a time is reached by Tab, the others by arrows. */
  readonly reached: boolean;
}

/** Begins a task with this deadline. */
export function NewOn({ day, reached }: NewOnProps) {
  const t = useT();
  const { locale } = useIntl();
  if (!useOffered('work')) return null;
  return (
    <Link
      to="/tasks/new"
      search={{ deadline: day }}
      className={`${pieces.iconButton} ${classes.newOn}`}
      tabIndex={reached ? 0 : -1}
      aria-label={t('calendar.new-on', { day: dayTexts.long(locale, day) })}
      data-new-on={day}
    >
      <IconPlus size={14} stroke={2} aria-hidden />
    </Link>
  );
}

/** The name of the public holiday that the day is, if it is one. */
export const HolidayName = ({ name }: { readonly name: string | undefined }) =>
  name !== undefined && (
    <span className={`${pieces.word} ${classes.holiday}`} title={name}>
      {name}
    </span>
  );

interface DayNumberProps {
  readonly day: Day;
  readonly today: Day;
}

/** The date; it leads to its week. */
export function DayNumber({ day, today }: DayNumberProps) {
  const { locale } = useIntl();
  return (
    <Link
      to="/tasks/calendar"
      search={(previous: object) => ({ ...previous, view: 'week' as const, date: day })}
      className={`${pieces.digits} ${classes.number}`}
      data-number
      data-today={day === today || undefined}
      aria-current={day === today ? 'date' : undefined}
      tabIndex={-1}
    >
      <time dateTime={day} title={dayTexts.long(locale, day)}>
        {dayTexts.number(locale, day)}
      </time>
    </Link>
  );
}

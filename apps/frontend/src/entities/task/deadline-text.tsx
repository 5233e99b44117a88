import type { Day, Instant } from '@gos/domain';
import { createContext, memo, useContext } from 'react';
import { useIntl } from 'react-intl';
import { useT } from '../../i18n';
import { dayTexts } from '../../ui/day-text';
import { calendarDay, deadlineText, fullMoment, momentText } from '../../ui/moment-format';
import pieces from '../../ui/pieces.module.css';
import { useNow } from '../../ui/use-now';
import classes from './task-pieces.module.css';

/** Whether days and moments are written with their year instead of `tomorrow`, as paper is read later. */
export const ExactDates = createContext(false);

interface DeadlineTextProps {
  readonly deadline: Instant | null;
  /** A solved task is never late. */
  readonly done?: boolean;
  readonly none?: string;
}

export const DeadlineText = memo(function DeadlineText({ deadline, done = false, none }: DeadlineTextProps) {
  const t = useT();
  const { locale } = useIntl();
  const now = useNow();
  const isExact = useContext(ExactDates);
  if (deadline === null) return none === undefined ? null : <span className={pieces.nothing}>{none}</span>;
  const late = !done && Date.parse(deadline) < now;
  return (
    <time
      className={`${pieces.digits} ${classes.moment}`}
      data-late={late || undefined}
      dateTime={deadline}
      title={fullMoment(locale, deadline)}
    >
      {isExact ? fullMoment(locale, deadline) : deadlineText(locale, deadline, now, t)}
      {late && <span className={pieces.hidden}> {t('task.deadline.late')}</span>}
    </time>
  );
});

export function MomentText({ at }: { readonly at: Instant }) {
  const t = useT();
  const { locale } = useIntl();
  const now = useNow();
  const isExact = useContext(ExactDates);
  return (
    <time className={`${pieces.digits} ${classes.moment}`} dateTime={at} title={fullMoment(locale, at)}>
      {isExact ? fullMoment(locale, at) : momentText(locale, at, now, t)}
    </time>
  );
}

export function DayText({ day }: { readonly day: Day }) {
  const t = useT();
  const { locale } = useIntl();
  const now = useNow();
  const isExact = useContext(ExactDates);
  return (
    <time className={`${pieces.digits} ${classes.moment}`} dateTime={day}>
      {isExact ? dayTexts.range(locale, { from: day, to: day }) : calendarDay(locale, day, now, t)}
    </time>
  );
}

import type { Day, Instant } from '@gos/domain';
import { memo } from 'react';
import { useIntl } from 'react-intl';
import { useT } from '../../i18n';
import { calendarDay, deadlineText, fullMoment, momentText } from '../../ui/moment-format';
import pieces from '../../ui/pieces.module.css';
import { useNow } from '../../ui/use-now';
import classes from './task-pieces.module.css';

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
  if (deadline === null) return none === undefined ? null : <span className={pieces.nothing}>{none}</span>;
  const late = !done && Date.parse(deadline) < now;
  return (
    <time
      className={`${pieces.digits} ${classes.moment}`}
      data-late={late || undefined}
      dateTime={deadline}
      title={fullMoment(locale, deadline)}
    >
      {deadlineText(locale, deadline, now, t)}
      {late && <span className={pieces.hidden}> {t('task.deadline.late')}</span>}
    </time>
  );
});

export function MomentText({ at }: { readonly at: Instant }) {
  const t = useT();
  const { locale } = useIntl();
  const now = useNow();
  return (
    <time className={`${pieces.digits} ${classes.moment}`} dateTime={at} title={fullMoment(locale, at)}>
      {momentText(locale, at, now, t)}
    </time>
  );
}

export function DayText({ day }: { readonly day: Day }) {
  const t = useT();
  const { locale } = useIntl();
  const now = useNow();
  return (
    <time className={`${pieces.digits} ${classes.moment}`} dateTime={day}>
      {calendarDay(locale, day, now, t)}
    </time>
  );
}

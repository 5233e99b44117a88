import { localDay, minutesWithin, startOfDay } from '@gos/domain';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { durationText } from '../entities/task/duration';
import { recentWorkQuery } from '../entities/work/work.api';
import { clockText } from '../entities/work/work-clock';
import { useT } from '../i18n';
import { timeZone } from '../lib/installation';
import pieces from '../ui/pieces.module.css';
import { useNow } from '../ui/use-now';
import classes from './active-work.module.css';

/** How long the reader has worked today, what runs included; leads to their day. */
export function TodayWorked() {
  const t = useT();
  const now = useNow();
  const { data } = useQuery(recentWorkQuery);
  if (!data) return null;
  const zone = timeZone();
  const start = startOfDay(localDay(now, zone), zone);
  const end = new Date(now).toISOString();
  const minutes = data
    .filter(({ deleted }) => !deleted)
    .reduce((sum, { from, to }) => sum + minutesWithin({ from, to: to ?? end }, start, end), 0);
  const label = t('work.today', { time: durationText(minutes) });
  return (
    <Link to="/attendance/worked" className={`${pieces.count} ${classes.today}`} title={label}>
      <span className={pieces.hidden}>{label}</span>
      <span aria-hidden>{t('work.today.short', { time: clockText(minutes) })}</span>
    </Link>
  );
}

import type { PeriodStatistics } from '@gos/projections';
import { useIntl } from 'react-intl';
import { useT } from '../../i18n';
import classes from './statistics.module.css';
import { useDay } from './statistics-text';

interface BurnUpTableProps {
  readonly burnUp: PeriodStatistics['burnUp'];
  /** Only for screen readers, which have it instead of the chart. */
  readonly hidden?: boolean;
}

/** The totals at the end of each day, latest first. */
export function BurnUpTable({ burnUp, hidden = false }: BurnUpTableProps) {
  const t = useT();
  const day = useDay(true);
  const { formatNumber } = useIntl();
  const table = (
    <table className={classes.breakdown} aria-label={t('statistics.burn-up')}>
      <thead>
        <tr>
          <th scope="col">{t('statistics.date')}</th>
          <th scope="col">{t('statistics.kind.created')}</th>
          <th scope="col">{t('statistics.kind.solved')}</th>
        </tr>
      </thead>
      <tbody>
        {[...burnUp].reverse().map(({ date, created, solved }) => (
          <tr key={date}>
            <th scope="row">
              <time dateTime={date}>{day(date)}</time>
            </th>
            <td>{formatNumber(created)}</td>
            <td>{formatNumber(solved)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
  if (hidden) return <div className={classes.hidden}>{table}</div>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
    <section className={classes.days} tabIndex={0} aria-label={t('statistics.burn-up')}>
      {table}
    </section>
  );
}

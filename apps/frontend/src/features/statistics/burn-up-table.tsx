import type { PeriodStatistics } from '@gos/contract';
import type { StatisticsPeriod } from '@gos/domain';
import { useIntl } from 'react-intl';
import { useT } from '../../i18n';
import { Card } from '../../ui/card';
import pieces from '../../ui/pieces.module.css';
import { NumberButton, type OpenNumber } from './number-button';
import classes from './statistics.module.css';
import { burnUpKinds } from './statistics-search';
import { kindMessages, useDay } from './statistics-text';

interface BurnUpTableProps {
  readonly burnUp: PeriodStatistics['burnUp'];
  readonly period: StatisticsPeriod;
  /** Absent where it is only for screen readers, which have it instead of the chart: what is not seen takes no focus. */
  readonly onOpen?: OpenNumber;
}

/** The totals at the end of each day, latest first. */
export function BurnUpTable({ burnUp, period, onOpen }: BurnUpTableProps) {
  const t = useT();
  const day = useDay(true);
  const { formatNumber } = useIntl();
  const table = (
    <table className={classes.breakdown} aria-label={t('statistics.burn-up')}>
      <thead>
        <tr>
          <th scope="col">{t('statistics.date')}</th>
          {burnUpKinds.map((kind) => (
            <th key={kind} scope="col">
              {t(kindMessages[kind])}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {[...burnUp].reverse().map(({ date, ...sums }) => (
          <tr key={date}>
            <th scope="row">
              <time dateTime={date}>{day(date)}</time>
            </th>
            {burnUpKinds.map((kind) => (
              <td key={kind}>
                {onOpen === undefined ? (
                  formatNumber(sums[kind])
                ) : (
                  <NumberButton
                    count={sums[kind]}
                    number={{ show: kind, of: 'current', until: date }}
                    period={period}
                    onOpen={onOpen}
                  />
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
  if (onOpen === undefined) return <div className={pieces.hidden}>{table}</div>;
  return (
    // Reached by the keyboard, so that it can be scrolled.
    <Card
      component="section"
      className={classes.scroll}
      maw={460}
      mah={380}
      tabIndex={0}
      aria-label={t('statistics.burn-up')}
    >
      {table}
    </Card>
  );
}

import type { StatisticsPeriod } from '@gos/domain';
import { UnstyledButton } from '@mantine/core';
import { useIntl } from 'react-intl';
import { useT } from '../../i18n';
import classes from './statistics.module.css';
import type { StatisticsSearch } from './statistics-search';
import { kindMessages, spanMessages, useDay } from './statistics-text';

type ShownNumber = Required<Pick<StatisticsSearch, 'show' | 'of'>> & Pick<StatisticsSearch, 'solver' | 'until'>;
export type OpenNumber = (number: ShownNumber) => void;

interface NumberButtonProps {
  readonly count: number;
  readonly number: ShownNumber;
  readonly period: StatisticsPeriod;
  /** Name of the row, such as its solver. */
  readonly whose?: string;
  readonly onOpen: OpenNumber;
}

/** A number that opens what makes it; nothing opens nothing. */
export function NumberButton({ count, number, period, whose, onOpen }: NumberButtonProps) {
  const t = useT();
  const { formatNumber } = useIntl();
  const day = useDay(true);
  if (count === 0) return <span className={classes.zero}>0</span>;
  const when =
    number.until === undefined ? t(spanMessages[period][number.of]) : t('statistics.until', { day: day(number.until) });
  const what = [t(kindMessages[number.show]), when, whose].filter(Boolean).join(', ');
  return (
    <UnstyledButton
      className={classes.number}
      aria-haspopup="dialog"
      aria-label={t('statistics.open', { count: formatNumber(count), what })}
      title={t('statistics.open.hint')}
      onClick={() => onOpen(number)}
    >
      {formatNumber(count)}
    </UnstyledButton>
  );
}

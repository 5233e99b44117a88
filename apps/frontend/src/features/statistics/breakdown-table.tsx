import type { StatisticsNumbers } from '@gos/contract';
import { type StatisticsPeriod, statisticsKinds } from '@gos/domain';
import type { ReactNode } from 'react';
import { useT } from '../../i18n';
import { NumberButton, type OpenNumber } from './number-button';
import classes from './statistics.module.css';
import { type SolverFilter, type SpanName } from './statistics-search';
import { kindMessages } from './statistics-text';

export interface BreakdownRow {
  readonly key: string;
  readonly head: ReactNode;
  readonly whose: string;
  readonly solver?: SolverFilter;
  readonly numbers: StatisticsNumbers;
}

interface BreakdownTableProps {
  readonly label: string;
  readonly of: string;
  readonly period: StatisticsPeriod;
  readonly span: SpanName;
  readonly rows: readonly BreakdownRow[];
  readonly onOpen: OpenNumber;
}

/** The numbers of one period, divided. */
export function BreakdownTable({ label, of, period, span, rows, onOpen }: BreakdownTableProps) {
  const t = useT();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
    <section className={classes.scroll} tabIndex={0} aria-label={label}>
      <table className={classes.breakdown} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{of}</th>
            {statisticsKinds.map((kind) => (
              <th key={kind} scope="col">
                {t(kindMessages[kind])}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, head, whose, solver, numbers }) => (
            <tr key={key}>
              <th scope="row">{head}</th>
              {statisticsKinds.map((kind) => (
                <td key={kind}>
                  <NumberButton
                    count={numbers[kind]}
                    number={{ show: kind, of: span, solver }}
                    period={period}
                    whose={whose}
                    onOpen={onOpen}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

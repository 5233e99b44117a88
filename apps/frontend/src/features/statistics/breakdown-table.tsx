import type { StatisticsNumbers } from '@gos/contract';
import { type StatisticsPeriod, statisticsKinds } from '@gos/domain';
import type { ReactNode } from 'react';
import type { EntryFilter } from '../../entities/work/entries.api';
import { useT } from '../../i18n';
import { Card } from '../../ui/card';
import { NumberButton, type OpenNumber } from './number-button';
import classes from './statistics.module.css';
import { type SolverFilter, type SpanName } from './statistics-search';
import { kindMessages, spanMessages } from './statistics-text';
import { type ShownEntries, WorkNumber, workKindsOf, workMessages } from './work-numbers';

export interface BreakdownRow {
  readonly key: string;
  readonly head: ReactNode;
  readonly whose: string;
  readonly solver?: SolverFilter;
  readonly numbers: StatisticsNumbers;
  /** Filter that selects the row's work. */
  readonly entries: EntryFilter;
}

interface BreakdownTableProps {
  readonly label: string;
  readonly of: string;
  readonly period: StatisticsPeriod;
  readonly span: SpanName;
  readonly rows: readonly BreakdownRow[];
  readonly onOpen: OpenNumber;
  readonly onEntries: (shown: ShownEntries) => void;
}

/** The numbers of one period, divided. */
export function BreakdownTable({ label, of, period, span, rows, onOpen, onEntries }: BreakdownTableProps) {
  const t = useT();
  const first = rows[0]?.numbers;
  const workKinds = first === undefined ? [] : workKindsOf(first);
  return (
    // Reached by the keyboard, so that it can be scrolled.
    <Card component="section" className={classes.scroll} data-wide tabIndex={0} aria-label={label}>
      <table className={classes.breakdown} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{of}</th>
            {statisticsKinds.map((kind) => (
              <th key={kind} scope="col">
                {t(kindMessages[kind])}
              </th>
            ))}
            {workKinds.map((kind) => (
              <th key={kind} scope="col">
                {t(workMessages[kind])}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, head, whose, solver, numbers, entries }) => (
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
              {workKinds.map((kind) => (
                <td key={kind}>
                  <WorkNumber
                    numbers={numbers}
                    kind={kind}
                    whose={`${t(spanMessages[period][span])}, ${whose}`}
                    filter={entries}
                    onEntries={onEntries}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

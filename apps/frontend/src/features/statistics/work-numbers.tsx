import type { StatisticsNumbers } from '@gos/contract';
import { UnstyledButton } from '@mantine/core';
import { useIntl } from 'react-intl';
import { durationText } from '../../entities/task/duration';
import { moneyText } from '../../entities/task/field-value';
import type { EntryFilter } from '../../entities/work/entries.api';
import { type MessageId, useT } from '../../i18n';
import classes from './statistics.module.css';

/** Numbers of work, by field of the answer. */
export const workKinds = ['workedMinutes', 'estimateMinutes', 'usedBudget'] as const;
export type WorkKind = (typeof workKinds)[number];

export const workMessages: Record<WorkKind, MessageId> = {
  workedMinutes: 'statistics.work.worked',
  estimateMinutes: 'statistics.work.estimate',
  usedBudget: 'statistics.work.budget',
};
export const workHelp: Record<WorkKind, MessageId> = {
  workedMinutes: 'statistics.work.worked.help',
  estimateMinutes: 'statistics.work.estimate.help',
  usedBudget: 'statistics.work.budget.help',
};

/** The used budget is not there for whom it is hidden. */
export const workKindsOf = (numbers: StatisticsNumbers): readonly WorkKind[] =>
  workKinds.filter((kind) => numbers[kind] !== null);

/** Entries that make a number, and what they are of, in words. */
export interface ShownEntries {
  readonly title: string;
  readonly filter: EntryFilter;
}

interface WorkNumberProps {
  readonly numbers: StatisticsNumbers;
  readonly kind: WorkKind;
  /** Name of the row and the period. */
  readonly whose: string;
  readonly filter: EntryFilter;
  readonly onEntries: (shown: ShownEntries) => void;
}

/** A number of work that opens its entries; nothing opens nothing. */
export function WorkNumber({ numbers, kind, whose, filter, onEntries }: WorkNumberProps) {
  const t = useT();
  const { locale } = useIntl();
  const { usedBudget } = numbers;
  const said =
    kind === 'usedBudget' ? (usedBudget === null ? '–' : moneyText(locale, usedBudget)) : durationText(numbers[kind]);
  // Without worked time there is neither an estimate nor a cost.
  if (numbers.workedMinutes === 0) return <span className={classes.zero}>{said}</span>;
  const title = [t(workMessages[kind]), whose].join(' · ');
  return (
    <UnstyledButton
      className={classes.number}
      aria-haspopup="dialog"
      aria-label={t('statistics.work.open', { number: said, what: title })}
      onClick={() => onEntries({ title, filter })}
    >
      {said}
    </UnstyledButton>
  );
}

import {
  createFors,
  dayOffMoves,
  endRepeats,
  type Period,
  periods,
  type Repeat,
  type RepeatDay,
  repeats,
} from '@gos/domain';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { FieldValue, useFieldName } from '../../../entities/task/field-value';
import { fullMoment } from '../../../ui/moment-format';
import { type SayRepeated, useRepeatedT } from './repeated-texts';
import { beforeText, repeatDayText, wholeDay } from './rule-text';

const own = [
  'active',
  'firstDeadline',
  'firstPlannedDeadline',
  'repeat',
  'period',
  'repeatDay',
  'onDayOff',
  'endRepeat',
  'repeatCount',
  'endDate',
  'showFrom',
  'generateAhead',
  'createFor',
  'position',
] as const;

/** The name of a field of a definition. */
export function useRepeatedFieldName(): (field: string) => string {
  const t = useRepeatedT();
  const ofTask = useFieldName();
  return (field) => {
    const known = own.find((one) => one === field);
    return known === undefined ? ofTask(field) : t(`repeated.field.${known}`);
  };
}

/** One of several words; null for none of them. */
function wordOf(t: SayRepeated, field: string, value: unknown): string | null {
  if (field === 'repeat') return t(`repeated.repeat.${repeats.find((one) => one === value) ?? 'daily'}`);
  if (field === 'period') return t(`repeated.period.${periods.find((one) => one === value) as Period}`);
  if (field === 'onDayOff') return t(`repeated.day-off.${dayOffMoves.find((one) => one === value) ?? 'keep'}`);
  if (field === 'endRepeat') return t(`repeated.end.${endRepeats.find((one) => one === value) ?? 'never'}`);
  if (field === 'createFor') return t(`repeated.for.${createFors.find((one) => one === value) ?? 'user'}`);
  return null;
}

interface RepeatedValueProps {
  readonly field: string;
  readonly value: unknown;
  /** How it repeats, which says what its day is. */
  readonly repeat: Repeat;
}

/** One value of a definition's field, as a person reads it. */
export function RepeatedValue({ field, value, repeat }: RepeatedValueProps): ReactNode {
  const t = useRepeatedT();
  const { locale } = useIntl();
  const isNothing = value === null || value === undefined || value === '';
  if (isNothing) return <FieldValue field={field} value={value} />;
  const word = wordOf(t, field, value);
  if (word !== null) return word;
  if (field === 'firstDeadline' || field === 'firstPlannedDeadline') return fullMoment(locale, String(value));
  if (field === 'repeatDay') return repeatDayText(t, locale, repeat, value as RepeatDay);
  if (field === 'endDate') return wholeDay(locale, String(value));
  if (field === 'showFrom') return beforeText(t, Number(value));
  return <FieldValue field={field} value={value} />;
}

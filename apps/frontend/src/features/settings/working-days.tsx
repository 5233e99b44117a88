import { Group } from '@mantine/core';
import { useIntl } from 'react-intl';
import choices from '../../ui/choice.module.css';
import classes from './settings.module.css';

const week = [1, 2, 3, 4, 5, 6, 7] as const;
/** A Monday. */
const monday = Date.UTC(2024, 0, 1);
const dayMs = 86_400_000;

/** Names of weekdays from Monday = 1 in the reader's language. */
export function useWeekdayName(): (day: number, style?: 'short' | 'long') => string {
  const intl = useIntl();
  return (day, style = 'short') => intl.formatDate(monday + (day - 1) * dayMs, { weekday: style, timeZone: 'UTC' });
}

interface WorkingDaysProps {
  readonly labelId: string;
  readonly aboutId: string;
  readonly value: readonly number[];
  readonly onChange: (days: readonly number[]) => void;
}

export function WorkingDays({ labelId, aboutId, value, onChange }: WorkingDaysProps) {
  const nameOf = useWeekdayName();
  return (
    <Group component="fieldset" gap={6} miw={0} m={0} p={0} bd={0} aria-labelledby={labelId} aria-describedby={aboutId}>
      {week.map((day) => (
        <label key={day} className={`${choices.covered} ${classes.day}`} title={nameOf(day, 'long')}>
          <input
            type="checkbox"
            aria-label={nameOf(day, 'long')}
            checked={value.includes(day)}
            onChange={({ currentTarget: { checked } }) =>
              onChange(week.filter((one) => (one === day ? checked : value.includes(one))))
            }
          />
          <span>{nameOf(day)}</span>
        </label>
      ))}
    </Group>
  );
}

import { Stack } from '@mantine/core';
import { useIntl } from 'react-intl';
import { timeZone } from '../../lib/installation';
import { Choice } from '../../ui/choice';
import { DayPicker } from '../../ui/fields/day-picker';
import { TimeOfDayInput } from '../../ui/fields/time-of-day-input';
import { PickedField } from '../../ui/form-field';
import { calendarDay } from '../../ui/moment-format';
import { useNow } from '../../ui/use-now';
import { readMoment, type TypedMoment } from './typed-time';
import classes from './work-form.module.css';
import { useWorkT } from './work-texts';

interface MomentFieldProps {
  readonly name: string;
  readonly dayLabel: string;
  /** null: another field defines the time */
  readonly timeLabel: string | null;
  readonly value: TypedMoment;
  readonly dayError?: string;
  readonly timeError?: string;
  readonly autoFocus?: boolean;
  readonly onChange: (value: TypedMoment) => void;
}

/** A day and a time of it; of the doubled hour both are offered. */
export function MomentField(props: MomentFieldProps) {
  const { name, dayLabel, timeLabel, value, dayError, timeError, autoFocus, onChange } = props;
  const t = useWorkT();
  const { locale } = useIntl();
  const now = useNow();
  const { doubled } = readMoment(value, timeZone());
  return (
    <div className={classes.moment}>
      <PickedField
        label={dayLabel}
        name={`${name}-day`}
        error={dayError}
        picker={(button) => (
          <DayPicker label={dayLabel} value={value.day} onChange={(day) => onChange({ ...value, day, second: false })}>
            {button}
          </DayPicker>
        )}
      >
        {value.day === null ? '–' : calendarDay(locale, value.day, now, t)}
      </PickedField>
      {timeLabel !== null && (
        <TimeOfDayInput
          label={timeLabel}
          value={value.time}
          error={timeError}
          data-field={name}
          data-autofocus={autoFocus || undefined}
          autoFocus={autoFocus}
          onChange={(time) => onChange({ ...value, time, second: false })}
        />
      )}
      {doubled && timeLabel !== null && (
        <Stack gap={5} fz={12.5} style={{ gridColumn: '1 / -1' }}>
          <span aria-hidden>{t('work.form.doubled')}</span>
          <Choice
            label={t('work.form.doubled')}
            values={['first', 'second']}
            value={value.second ? 'second' : 'first'}
            text={(one) => t(`work.form.doubled.${one}`)}
            onChange={(one) => onChange({ ...value, second: one === 'second' })}
          />
        </Stack>
      )}
    </div>
  );
}

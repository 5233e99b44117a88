import { dayOffMovesOf, endRepeats, periodsOf, type RepeatDay, repeats } from '@gos/domain';
import { Box, Select, Stack, TextInput } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { useId } from 'react';
import { useIntl } from 'react-intl';
import { DeadlineField } from '../../../entities/task/deadline-field';
import { DeadlineText } from '../../../entities/task/deadline-text';
import { Choice } from '../../../ui/choice';
import choice from '../../../ui/choice.module.css';
import { DayPicker } from '../../../ui/fields/day-picker';
import form from '../../../ui/form.module.css';
import { FieldBox, PickedField } from '../../../ui/form-field';
import { effectiveDay, withFirstDeadline, withRepeat } from './repeated-draft';
import classes from './repeated-form.module.css';
import { useRepeatedT } from './repeated-texts';
import { monthText, weekdayText, wholeDay } from './rule-text';
import type { RepeatedForm } from './use-repeated-form';

interface FieldProps {
  readonly form: RepeatedForm;
}

const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;
const numbersTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

function WeekdayField({ form: { draft, change, errorOf } }: FieldProps) {
  const t = useRepeatedT();
  const { locale } = useIntl();
  const name = useId();
  const day = effectiveDay(draft);
  return (
    <FieldBox label={t('repeated.field.repeatDay.weekly')} error={errorOf('repeatDay')}>
      {({ labelId }) => (
        <div role="radiogroup" aria-labelledby={labelId} className={classes.weekdays} data-field="repeatDay">
          {weekdays.map((weekday) => (
            <label key={weekday} className={choice.covered}>
              <input
                type="radio"
                name={name}
                checked={day === weekday}
                aria-label={weekdayText(locale, weekday)}
                onChange={() => change({ repeatDay: weekday })}
              />
              <span aria-hidden>{weekdayText(locale, weekday, 'short')}</span>
            </label>
          ))}
        </div>
      )}
    </FieldBox>
  );
}

const lastWorkingDay = 'last-working';
const isLastWorkingDay = ({ onDayOff }: RepeatedForm['draft'], day: RepeatDay) => day === 31 && onDayOff === 'previous';

function DayOfMonthField({ form: { draft, change, errorOf } }: FieldProps) {
  const t = useRepeatedT();
  const day = effectiveDay(draft);
  return (
    <Select
      label={t('repeated.field.repeatDay.monthly')}
      description={t('repeated.field.repeatDay.help')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data={[
        ...numbersTo(31).map((number) => ({
          value: String(number),
          label: number === 31 ? t('repeated.day.last') : t('repeated.day', { day: number }),
        })),
        { value: lastWorkingDay, label: t('repeated.day.last-working') },
      ]}
      value={isLastWorkingDay(draft, day) ? lastWorkingDay : day === null ? null : String(day)}
      onChange={(chosen) => {
        if (chosen === lastWorkingDay) change({ repeatDay: 31, onDayOff: 'previous' });
        else if (chosen !== null) change({ repeatDay: Number(chosen) });
      }}
      placeholder={t('repeated.by-first')}
      allowDeselect={false}
      error={errorOf('repeatDay')}
      data-field="repeatDay"
    />
  );
}

function DateOfYearField({ form: { draft, change, errorOf } }: FieldProps) {
  const t = useRepeatedT();
  const { locale } = useIntl();
  const chosen = effectiveDay(draft);
  const [month = null, day = null] = typeof chosen === 'string' ? chosen.split('-').map(Number) : [];
  const days = month === null ? 31 : new Date(Date.UTC(2024, month, 0)).getUTCDate();
  const two = (value: number) => String(value).padStart(2, '0');
  const choose = (inMonth: number, onDay: number) => {
    const last = new Date(Date.UTC(2024, inMonth, 0)).getUTCDate();
    change({ repeatDay: `${two(inMonth)}-${two(Math.min(onDay, last))}` });
  };
  return (
    <Box display="grid" style={{ gridTemplateColumns: '110px minmax(0, 1fr)', gap: 12 }}>
      <Select
        label={t('repeated.field.repeatDay.day')}
        data={numbersTo(days).map((number) => ({ value: String(number), label: t('repeated.day', { day: number }) }))}
        value={day === null ? null : String(day)}
        onChange={(value) => value !== null && choose(month ?? 1, Number(value))}
        allowDeselect={false}
        error={errorOf('repeatDay')}
        data-field="repeatDay"
      />
      <Select
        label={t('repeated.field.repeatDay.month')}
        data={numbersTo(12).map((number) => ({ value: String(number), label: monthText(locale, number) }))}
        value={month === null ? null : String(month)}
        onChange={(value) => value !== null && choose(Number(value), day ?? 1)}
        allowDeselect={false}
      />
    </Box>
  );
}

function DayOffField({ form: { draft, change, errorOf } }: FieldProps) {
  const t = useRepeatedT();
  const moves = dayOffMovesOf(draft.repeat);
  return (
    <Select
      label={t('repeated.field.onDayOff')}
      description={t('repeated.field.onDayOff.help')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data={moves.map((move) => ({ value: move, label: t(`repeated.day-off.${move}`) }))}
      value={draft.onDayOff}
      onChange={(chosen) => change({ onDayOff: moves.find((move) => move === chosen) ?? draft.onDayOff })}
      allowDeselect={false}
      error={errorOf('onDayOff')}
      data-field="onDayOff"
    />
  );
}

const dayFields = { weekly: WeekdayField, monthly: DayOfMonthField, yearly: DateOfYearField, daily: () => null };

function EndFields({ form: { draft, change, leave, errorOf, field } }: FieldProps) {
  const t = useRepeatedT();
  const { locale } = useIntl();
  return (
    <Stack gap={10}>
      <FieldBox label={t('repeated.field.endRepeat')}>
        {() => (
          <div>
            <Choice
              label={t('repeated.field.endRepeat')}
              values={endRepeats}
              value={draft.endRepeat}
              text={(one) => t(`repeated.end.${one}`)}
              onChange={(endRepeat) => change({ endRepeat })}
            />
          </div>
        )}
      </FieldBox>
      {draft.endRepeat === 'after' && (
        <TextInput label={t('repeated.field.repeatCount')} required inputMode="numeric" {...field('repeatCount')} />
      )}
      {draft.endRepeat === 'by-date' && (
        <PickedField
          label={t('repeated.field.endDate')}
          name="endDate"
          error={errorOf('endDate')}
          picker={(button) => (
            <DayPicker
              label={t('repeated.field.endDate')}
              value={draft.endDate}
              onChange={(endDate) => {
                change({ endDate });
                leave('endDate');
              }}
            >
              {button}
            </DayPicker>
          )}
        >
          <IconCalendar size={15} stroke={1.75} aria-hidden />
          {draft.endDate === null ? (
            <span className={form.placeholder}>{t('task.value.none')}</span>
          ) : (
            wholeDay(locale, draft.endDate)
          )}
        </PickedField>
      )}
    </Stack>
  );
}

/** When it is due first, and how it goes on. */
export function RuleFields({ form: given }: FieldProps) {
  const t = useRepeatedT();
  const { draft, change, leave, errorOf } = given;
  const DayField = dayFields[draft.repeat];
  const ofRepeat = periodsOf(draft.repeat);
  return (
    <Stack gap={14} miw={0}>
      <DeadlineField
        label={t('repeated.field.firstDeadline')}
        name="firstDeadline"
        value={draft.firstDeadline}
        boardId={draft.board?.id}
        error={errorOf('firstDeadline')}
        onChange={(firstDeadline) => {
          change(withFirstDeadline(draft, firstDeadline));
          leave('firstDeadline');
        }}
      >
        <DeadlineText deadline={draft.firstDeadline} done none={t('task.value.none')} />
      </DeadlineField>
      <FieldBox label={t('repeated.field.repeat')} error={errorOf('repeat')}>
        {() => (
          <div>
            <Choice
              label={t('repeated.field.repeat')}
              values={repeats}
              value={draft.repeat}
              text={(repeat) => t(`repeated.repeat.${repeat}`)}
              onChange={(repeat) => change(withRepeat(draft, repeat))}
            />
          </div>
        )}
      </FieldBox>
      {ofRepeat.length > 1 && (
        <Select
          label={t('repeated.field.period')}
          data={ofRepeat.map((period) => ({ value: period, label: t(`repeated.period.${period}`) }))}
          value={draft.period}
          onChange={(period) => change({ period: ofRepeat.find((one) => one === period) ?? draft.period })}
          allowDeselect={false}
          error={errorOf('period')}
          data-field="period"
        />
      )}
      <DayField form={given} />
      <DayOffField form={given} />
      <EndFields form={given} />
    </Stack>
  );
}

import { addDays, isWork } from '@gos/domain';
import { Group, Text, TextInput } from '@mantine/core';
import { useRef } from 'react';
import { useIntl } from 'react-intl';
import { PlanMark } from '../../entities/plan/plan-mark';
import { dayTexts } from '../../ui/day-text';
import pieces from '../../ui/pieces.module.css';
import { focusFieldSoon, SendButton, SendForm } from '../../ui/send-form';
import { WeekTurn } from './availability-head';
import { useAttendanceT } from './common/attendance-texts';
import { dayWords, usePlanWords } from './common/plan-words';
import type { FastDay } from './fast-week';
import { PartHead } from './part-head';
import { isOverMidnight } from './plan-draft';
import { BreakField, KindField, PositionField, TimeField, TypeField } from './plan-fields';
import classes from './plans.module.css';
import type { Whom } from './time/use-whose';
import { type FastForm as Form, useFastForm } from './use-fast-form';

interface DayRowProps {
  readonly day: FastDay;
  readonly form: Form;
}

/** A day of the week: whether it is planned, and what differs on it. */
function DayRow({ day, form }: DayRowProps) {
  const t = useAttendanceT();
  const { locale } = useIntl();
  const words = usePlanWords();
  const { date, on, over, holiday, planned, type, from, to, kind } = day;
  const name = dayTexts.long(locale, date);
  const error = form.errorOn(day);
  return (
    <li className={classes.day} data-on={on || undefined} data-day={date}>
      <label className={classes.dayName}>
        <input
          type="checkbox"
          aria-label={t('attendance.week.day', { day: name })}
          checked={on}
          disabled={over || form.isLoading}
          onChange={(event) => form.setDay(date, { on: event.currentTarget.checked })}
        />
        {dayWords(locale, date)}
      </label>
      <span className={classes.dayNotes}>
        {over && t('attendance.week.over')}
        {holiday !== null && (
          <Text span inherit c="var(--gos-late-text)">
            {holiday}
          </Text>
        )}
        {planned.map((plan) => (
          <span key={plan.id} className={pieces.inline}>
            <PlanMark type={plan.type} kind={plan.kind} />
            {words.times(plan)}
          </span>
        ))}
      </span>
      {on && (
        <span className={classes.dayFields}>
          <TypeField
            named={t('attendance.week.type-of', { day: name })}
            value={type}
            onChange={(one) => form.setDay(date, { type: one })}
          />
          {type === 'day_off' ? (
            <KindField
              named={t('attendance.week.kind-of', { day: name })}
              value={kind}
              onChange={(one) => form.setDay(date, { kind: one })}
            />
          ) : (
            <>
              <TimeField
                which="from"
                named={t('attendance.week.from-of', { day: name })}
                value={from}
                wrong={error !== undefined}
                onChange={(time) => form.setDay(date, { from: time })}
              />
              <TimeField
                which="to"
                named={t('attendance.week.to-of', { day: name })}
                value={to}
                wrong={error !== undefined}
                onChange={(time) => form.setDay(date, { to: time })}
              />
            </>
          )}
        </span>
      )}
      {on && error !== undefined && (
        <p role="alert" className={classes.dayError}>
          {error}
        </p>
      )}
      {on && error === undefined && type !== 'day_off' && isOverMidnight(day) && (
        <p className={classes.dayHint}>{t('attendance.plan.next-day')}</p>
      )}
    </li>
  );
}

/** Plans a week in one go: what holds for all days above, the days below. */
export function FastForm({ owner }: { readonly owner: Whom }) {
  const t = useAttendanceT();
  const { locale } = useIntl();
  const root = useRef<HTMLFormElement>(null);
  const form = useFastForm(owner);
  const { common, setCommon, errorOf, monday } = form;
  const isOff = common.type === 'day_off';

  async function submit() {
    await form.submit();
    focusFieldSoon(() => root.current?.querySelector<HTMLElement>('[aria-invalid="true"]'));
  }

  return (
    <SendForm ref={root} className={classes.fast} onSend={() => void submit()} aria-labelledby="plan-a-week">
      <PartHead id="plan-a-week" title={t('attendance.week.fast')}>
        <Text span inherit flex={1} c="dimmed">
          {dayTexts.range(locale, { from: monday, to: addDays(monday, 6) })}
        </Text>
        <WeekTurn {...form} first={form.firstWeek} />
      </PartHead>
      <div className={classes.common}>
        <TypeField value={common.type} onChange={(type) => setCommon({ type })} />
        {isOff ? (
          <KindField value={common.kind} onChange={(kind) => setCommon({ kind })} />
        ) : (
          <>
            <TimeField
              which="from"
              value={common.from}
              error={errorOf('from')}
              onChange={(from) => setCommon({ from })}
            />
            <TimeField which="to" value={common.to} error={errorOf('to')} onChange={(to) => setCommon({ to })} />
            {isWork(common.type) && (
              <BreakField
                value={form.breakMinutes}
                error={errorOf('breakMinutes')}
                onChange={(breakMinutes) => setCommon({ breakMinutes })}
              />
            )}
          </>
        )}
        <TextInput
          label={t(isOff ? 'attendance.plan.field.place-optional' : 'attendance.plan.field.location')}
          required={!isOff}
          data-field="location"
          value={common.location}
          error={errorOf('location')}
          onChange={(event) => setCommon({ location: event.currentTarget.value })}
        />
        <PositionField
          positions={form.positions}
          value={common.positionId}
          error={errorOf('positionId')}
          onChange={(positionId) => setCommon({ positionId })}
        />
      </div>
      <ul className={pieces.rows}>
        {form.days.map((day) => (
          <DayRow key={day.date} day={day} form={form} />
        ))}
      </ul>
      <Group wrap="nowrap" gap={12}>
        <SendButton loading={form.sending}>{t('attendance.week.send', { count: form.count })}</SendButton>
        {form.none && (
          <Text role="alert" fz={12} lh="inherit" c="var(--gos-late-text)">
            {t('attendance.week.none')}
          </Text>
        )}
      </Group>
    </SendForm>
  );
}

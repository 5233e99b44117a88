import { Switch, TextInput } from '@mantine/core';
import { useRef } from 'react';
import { SmallButton } from '../../ui/buttons';
import { Dialog, DialogAnswers } from '../../ui/dialog';
import { SendButton, SendForm } from '../../ui/send-form';
import { useAttendanceT } from './attendance-texts';
import { DayField, PositionField, TimeField, TypeField } from './plan-fields';
import classes from './plans.module.css';
import { type PlanDialogProps, usePlanDialog } from './use-plan-dialog';

/** A new plan, one that is there, or one day of it. */
export function PlanDialog(props: PlanDialogProps) {
  const t = useAttendanceT();
  const { plan, oneDay = false, onClose } = props;
  const form = useRef<HTMLFormElement>(null);
  const { draft, change, errorOf, ...state } = usePlanDialog(props);
  const title =
    plan === null ? 'attendance.plan.new' : oneDay ? 'attendance.plan.edit-day.title' : 'attendance.plan.edit.title';

  async function submit() {
    const wrong = await state.submit();
    if (wrong !== null) form.current?.querySelector<HTMLElement>(`[data-field="${wrong}"]`)?.focus();
  }

  return (
    <Dialog onClose={onClose} title={t(title)} closeOnClickOutside={false}>
      <SendForm ref={form} className={classes.form} onSend={() => void submit()}>
        {plan !== null && !oneDay && plan.repeatUntil !== null && (
          <p className={classes.help}>{t('attendance.plan.edit.help')}</p>
        )}
        <TypeField value={draft.type} error={errorOf('type')} onChange={(type) => change({ type })} />
        {oneDay ? (
          <DayField
            label={t('attendance.plan.day')}
            name="day"
            none={t('attendance.plan.field.date.none')}
            value={state.day}
            error={state.dayError ?? errorOf('date')}
            onChange={state.setDay}
          />
        ) : (
          <DayField
            label={t('attendance.plan.field.date')}
            name="date"
            none={t('attendance.plan.field.date.none')}
            value={draft.date}
            error={errorOf('date')}
            onChange={(date) => change({ date })}
          />
        )}
        <div className={classes.pair}>
          <TimeField which="from" value={draft.from} error={errorOf('from')} onChange={(from) => change({ from })} />
          <TimeField which="to" value={draft.to} error={errorOf('to')} onChange={(to) => change({ to })} />
        </div>
        {state.overMidnight && <p className={classes.help}>{t('attendance.plan.next-day')}</p>}
        {!oneDay && (
          <div className={classes.pair}>
            <DayField
              label={t('attendance.plan.field.repeat')}
              name="repeatUntil"
              none={t('attendance.plan.field.repeat.none')}
              value={draft.repeatUntil}
              error={errorOf('repeatUntil')}
              onChange={(repeatUntil) => change({ repeatUntil })}
            />
            {draft.repeatUntil !== null && (
              <Switch
                className={classes.weekends}
                label={t('attendance.plan.field.weekends')}
                checked={draft.excludeWeekends}
                onChange={(event) => change({ excludeWeekends: event.currentTarget.checked })}
              />
            )}
          </div>
        )}
        <TextInput
          label={t('attendance.plan.field.location')}
          required
          data-field="location"
          value={draft.location}
          error={errorOf('location')}
          onChange={(event) => change({ location: event.currentTarget.value })}
        />
        <PositionField
          positions={state.positions}
          value={draft.positionId}
          error={errorOf('positionId')}
          onChange={(positionId) => change({ positionId })}
        />
        <DialogAnswers>
          <SmallButton variant="default" onClick={onClose}>
            {t('attendance.plan.cancel')}
          </SmallButton>
          <SendButton loading={state.sending}>
            {t(plan === null ? 'attendance.plan.add' : 'attendance.plan.save')}
          </SendButton>
        </DialogAnswers>
      </SendForm>
    </Dialog>
  );
}

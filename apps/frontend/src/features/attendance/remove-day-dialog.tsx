import type { PlanAnswer } from '@gos/contract';
import { type Day, localDay } from '@gos/domain';
import { useState } from 'react';
import { timeZone } from '../../lib/installation';
import { SmallButton } from '../../ui/buttons';
import { Dialog, DialogAnswers } from '../../ui/dialog';
import formClasses from '../../ui/form.module.css';
import { SendForm } from '../../ui/send-form';
import { useNow } from '../../ui/use-now';
import { useAttendanceT } from './common/attendance-texts';
import { DayField } from './plan-fields';
import type { PlanActions } from './use-plan-actions';

interface RemoveDayProps {
  readonly plan: PlanAnswer;
  readonly actions: PlanActions;
  readonly onClose: () => void;
}

/** One day of a repeat is taken out. */
export function RemoveDayDialog({ plan, actions, onClose }: RemoveDayProps) {
  const t = useAttendanceT();
  const today = localDay(useNow(), timeZone());
  const [day, setDay] = useState<Day | null>(plan.date < today ? today : plan.date);
  function submit() {
    if (day === null) return;
    void actions.remove(plan, day);
    onClose();
  }
  return (
    <Dialog onClose={onClose} title={t('attendance.plan.remove-day.title')}>
      <SendForm className={formClasses.dialog} onSend={submit}>
        <DayField
          label={t('attendance.plan.day')}
          name="day"
          none={t('attendance.plan.field.date.none')}
          value={day}
          onChange={setDay}
        />
        <DialogAnswers>
          <SmallButton variant="default" onClick={onClose}>
            {t('attendance.plan.cancel')}
          </SmallButton>
          <SmallButton type="submit" disabled={day === null}>
            {t('attendance.plan.remove')}
          </SmallButton>
        </DialogAnswers>
      </SendForm>
    </Dialog>
  );
}

import type { PlanAnswer } from '@gos/contract';
import {
  type BreakRule,
  type Day,
  type DayHalf,
  isWork,
  localDay,
  type PlanType,
  timesOfHalf,
  weekdaysOff,
} from '@gos/domain';
import { Switch, Text, TextInput } from '@mantine/core';
import type { PlanChange } from '../../entities/plan/plans.api';
import { timeZone } from '../../lib/installation';
import { SmallButton } from '../../ui/buttons';
import { Dialog, DialogAnswers } from '../../ui/dialog';
import { useDraftForm } from '../../ui/form/use-draft-form';
import formClasses from '../../ui/form.module.css';
import { SendButton, SendForm } from '../../ui/send-form';
import { showProblem } from '../../ui/toast';
import { useNow } from '../../ui/use-now';
import { useAttendanceT } from './common/attendance-texts';
import { useBreakRule } from './common/use-break-rule';
import { useWorkingDays } from './common/use-working-days';
import {
  breakOf,
  chosenBreakOf,
  errorsOf,
  fieldOfPath,
  isOverMidnight,
  type PlanDraft,
  plansOf,
  withType,
} from './plan-draft';
import { BreakField, DayField, KindField, LengthField, PositionField, TimeField, TypeField } from './plan-fields';
import type { Whom } from './time/use-whose';
import type { PlanActions } from './use-plan-actions';
import { LeftAfter } from './vacation-left';

interface PlanDialogProps {
  /** null makes a new one */
  readonly plan: PlanAnswer | null;
  /** One day of a repeat is changed, the others stay. */
  readonly oneDay?: boolean;
  /** whose it is or is to be */
  readonly owner: Whom;
  readonly actions: PlanActions;
  readonly onClose: () => void;
}

const usualTimes = { from: '08:00', to: '16:30' };
const begun: PlanDraft = {
  type: 'at_work',
  kind: 'vacation',
  half: null,
  breakMinutes: null,
  date: null,
  ...usualTimes,
  repeatUntil: null,
  excludeWeekends: true,
  location: '',
  positionId: null,
};

const draftOf = (
  { position, ...plan }: PlanAnswer,
  today: Day,
  oneDay: boolean,
  rule: BreakRule | null,
): PlanDraft => ({
  type: plan.type,
  kind: plan.kind ?? 'vacation',
  half: plan.half,
  breakMinutes: chosenBreakOf(plan, rule),
  date: plan.date < today ? today : plan.date,
  from: plan.from,
  to: plan.to,
  repeatUntil: oneDay ? null : plan.repeatUntil,
  excludeWeekends: plan.excludeWeekends,
  location: plan.location,
  positionId: position?.id ?? null,
});

/** The fields as a change sends them. */
function planBody(draft: PlanDraft, rule: BreakRule | null): PlanChange {
  if (draft.date === null) return {};
  const { repeatUntil, positionId } = draft;
  const [first] = plansOf(draft, [], rule);
  return { ...first!, repeatUntil, excludeWeekends: first!.excludeWeekends ?? false, positionId };
}

function usePlanForm({ plan, oneDay = false, owner: { positions }, actions, onClose }: PlanDialogProps) {
  const t = useAttendanceT();
  const today = localDay(useNow(), timeZone());
  const rule = useBreakRule();
  const weekend = weekdaysOff(useWorkingDays());
  const [only] = positions.length === 1 ? positions : [];
  return useDraftForm({
    values: plan === null ? { ...begun, positionId: only?.id ?? null } : draftOf(plan, today, oneDay, rule),
    body: (draft) => planBody(draft, rule),
    check: (draft) => errorsOf(draft, today, positions.length > 0),
    fieldOf: fieldOfPath,
    refusedTogether: true,
    /** A plan that ends on the next day gets its other part as well. */
    async send(changed, { values }) {
      const [first, ...others] = plansOf(values, weekend, rule);
      if (plan === null) return actions.sayAdded(await actions.add([first!, ...others]));
      const body: PlanChange = { ...changed, ...(oneDay && { onlyDate: values.date! }) };
      const answer = await actions.change(plan, body);
      actions.sayChanged([answer, ...(others.length > 0 ? await actions.add(others) : [])]);
    },
    onSent: onClose,
    async onRefused(error) {
      const overlap = await actions.overlapOf(error);
      if (overlap !== null) return { from: overlap };
      showProblem(error, t(plan === null ? 'attendance.plan.failure.add' : 'attendance.plan.failure.change'));
      return undefined;
    },
  });
}

/** The days of vacation that the draft replaces: the chosen day, or all that are not over. */
function replacedBy(plan: PlanAnswer | null, { date }: PlanDraft, oneDay: boolean) {
  if (plan === null || plan.kind !== 'vacation') return null;
  return oneDay ? { ...plan, date, repeatUntil: null } : plan;
}

const Help = ({ children }: { readonly children: string }) => (
  <Text mt={-6} fz={12} lh="inherit" c="dimmed">
    {children}
  </Text>
);

/** A new plan, one that is there, or one day of it. */
export function PlanDialog(props: PlanDialogProps) {
  const t = useAttendanceT();
  const { plan, oneDay = false, owner, onClose } = props;
  const form = usePlanForm(props);
  const rule = useBreakRule();
  const { draft, field, checkbox } = form;
  const isOff = draft.type === 'day_off';
  const setType = (type: PlanType) => form.change(withType(draft, type, usualTimes));
  const setHalf = (half: DayHalf | null) => form.change({ half, ...timesOfHalf(half) });
  const title =
    plan === null ? 'attendance.plan.new' : oneDay ? 'attendance.plan.edit-day.title' : 'attendance.plan.edit.title';

  return (
    <Dialog onClose={onClose} title={t(title)} closeOnClickOutside={false}>
      <SendForm {...form.props} className={formClasses.dialog}>
        {plan !== null && !oneDay && plan.repeatUntil !== null && <Help>{t('attendance.plan.edit.help')}</Help>}
        <TypeField {...field('type')} onChange={setType} />
        {isOff && (
          <div className={formClasses.pair}>
            <KindField {...field('kind')} />
            <LengthField {...field('half')} onChange={setHalf} />
          </div>
        )}
        <DayField
          label={t(oneDay ? 'attendance.plan.day' : 'attendance.plan.field.date')}
          name="date"
          none={t('attendance.plan.field.date.none')}
          {...field('date')}
        />
        {!isOff && (
          <div className={formClasses.pair}>
            <TimeField which="from" {...field('from')} />
            <TimeField which="to" {...field('to')} />
          </div>
        )}
        {isWork(draft.type) && <BreakField {...field('breakMinutes')} value={breakOf(draft, rule)} />}
        {isOverMidnight(draft) && <Help>{t('attendance.plan.next-day')}</Help>}
        {!oneDay && (
          <div className={formClasses.pair}>
            <DayField
              label={t('attendance.plan.field.repeat')}
              name="repeatUntil"
              none={t('attendance.plan.field.repeat.none')}
              {...field('repeatUntil')}
            />
            {draft.repeatUntil !== null && (
              <Switch
                pb={6}
                style={{ alignSelf: 'end' }}
                label={t('attendance.plan.field.weekends')}
                {...checkbox('excludeWeekends')}
              />
            )}
          </div>
        )}
        {isOff && plan === null && <Help>{t('attendance.plan.replaces-work')}</Help>}
        {isOff && draft.kind === 'vacation' && (
          <LeftAfter userId={owner.id} draft={draft} replaced={replacedBy(plan, draft, oneDay)} />
        )}
        <TextInput
          label={t(isOff ? 'attendance.plan.field.place-optional' : 'attendance.plan.field.location')}
          required={!isOff}
          {...field('location')}
        />
        {!isOff && <PositionField positions={owner.positions} {...field('positionId')} />}
        <DialogAnswers>
          <SmallButton variant="default" onClick={onClose}>
            {t('attendance.plan.cancel')}
          </SmallButton>
          <SendButton loading={form.busy}>
            {t(plan === null ? 'attendance.plan.add' : 'attendance.plan.save')}
          </SendButton>
        </DialogAnswers>
      </SendForm>
    </Dialog>
  );
}

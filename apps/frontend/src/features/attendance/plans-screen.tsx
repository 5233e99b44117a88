import type { PlanAnswer } from '@gos/contract';
import { IconPlus } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useMe } from '../../entities/user/users.api';
import { type PaletteCommand, useCommands } from '../../lib/commands';
import { SmallButton } from '../../ui/buttons';
import { PaddedScreen, ScreenHead } from '../../ui/screen';
import { AttendanceTexts, useAttendanceT } from './attendance-texts';
import { FastForm } from './fast-form';
import { PlanDialog } from './plan-dialog';
import { PlanList, type PlanRequest } from './plan-list';
import { RemoveDayDialog } from './remove-day-dialog';
import { usePlanActions } from './use-plan-actions';

interface Asked {
  /** null for a new one */
  readonly plan: PlanAnswer | null;
  readonly request: PlanRequest;
}

function Plans() {
  const t = useAttendanceT();
  const me = useMe();
  const actions = usePlanActions();
  const [asked, setAsked] = useState<Asked | null>(null);
  const mayPlan = me.role !== 'auditor';
  const close = () => setAsked(null);
  const commands = useMemo((): PaletteCommand[] => {
    const group = t('nav.plans');
    const run = () => setAsked({ plan: null, request: 'edit' });
    return mayPlan ? [{ id: 'plan-new', label: t('attendance.plan.new'), key: 'n', group, run }] : [];
  }, [t, mayPlan]);
  useCommands(commands);

  function onRequest(plan: PlanAnswer, request: PlanRequest) {
    if (request === 'remove') void actions.remove(plan);
    else setAsked({ plan, request });
  }

  return (
    <PaddedScreen>
      <ScreenHead title={t('nav.plans')}>
        {mayPlan && (
          <SmallButton
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => setAsked({ plan: null, request: 'edit' })}
          >
            {t('attendance.plan.new')}
          </SmallButton>
        )}
      </ScreenHead>
      {mayPlan && <FastForm />}
      <PlanList onRequest={onRequest} />
      {asked?.plan && asked.request === 'remove-day' && (
        <RemoveDayDialog plan={asked.plan} actions={actions} onClose={close} />
      )}
      {asked && asked.request !== 'remove-day' && (
        <PlanDialog plan={asked.plan} oneDay={asked.request === 'edit-day'} actions={actions} onClose={close} />
      )}
    </PaddedScreen>
  );
}

/** One's own planning: a week in one go, and all plans. */
export const PlansScreen = () => (
  <AttendanceTexts>
    <Plans />
  </AttendanceTexts>
);

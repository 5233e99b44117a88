import type { PlanAnswer } from '@gos/contract';
import { keepsAttendance, seesAttendance } from '@gos/domain';
import { IconPlus } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useOffered } from '../../entities/user/offers';
import { useMe } from '../../entities/user/users.api';
import { ApiProblem } from '../../lib/api';
import { type PaletteCommand, useCommands } from '../../lib/commands';
import { SmallButton } from '../../ui/buttons';
import { EmptyState, Failed } from '../../ui/empty-state';
import { PaddedScreen, ScreenHead } from '../../ui/screen';
import { Toolbar } from '../../ui/toolbar';
import { AbsenceRequests } from './absence-requests';
import { AttendanceTexts, useAttendanceT } from './common/attendance-texts';
import { FastForm } from './fast-form';
import { PlanDialog } from './plan-dialog';
import { PlanList, type PlanRequest } from './plan-list';
import { RemoveDayDialog } from './remove-day-dialog';
import { whole } from './time/month-address';
import { PersonChoice } from './time/person-choice';
import { WhoseLabel } from './time/time-head';
import { TimeTexts } from './time/time-texts';
import { useWhose, type Whom, type Whose } from './time/use-whose';
import { usePlanActions } from './use-plan-actions';
import { Vacation } from './vacation';

interface Asked {
  /** null for a new one */
  readonly plan: PlanAnswer | null;
  readonly request: PlanRequest;
}

interface PlanningProps {
  readonly owner: Whom;
  readonly own: boolean;
  readonly mayPlan: boolean;
  readonly asked: Asked | null;
  readonly onAsked: (asked: Asked | null) => void;
}

function Planning({ owner, own, mayPlan, asked, onAsked }: PlanningProps) {
  const actions = usePlanActions(owner);
  const me = useMe();
  const close = () => onAsked(null);

  function onRequest(plan: PlanAnswer, request: PlanRequest) {
    if (request === 'remove') void actions.remove(plan);
    else if (request === 'withdraw') void actions.withdraw(plan);
    else onAsked({ plan, request });
  }

  return (
    <>
      <AbsenceRequests owner={owner} own={own} decides={keepsAttendance(me)} actions={actions} />
      {(own || seesAttendance(me)) && <Vacation owner={owner} keeps={keepsAttendance(me)} />}
      {mayPlan && <FastForm owner={owner} />}
      <PlanList owner={owner} own={own} onRequest={mayPlan ? onRequest : null} />
      {asked?.plan && asked.request === 'remove-day' && (
        <RemoveDayDialog plan={asked.plan} actions={actions} onClose={close} />
      )}
      {asked && asked.request !== 'remove-day' && (
        <PlanDialog
          plan={asked.plan}
          oneDay={asked.request === 'edit-day'}
          owner={owner}
          actions={actions}
          onClose={close}
        />
      )}
    </>
  );
}

function NotKnown({ failed }: { readonly failed: NonNullable<Whose['failed']> }) {
  const t = useAttendanceT();
  const { error, isFetching, refetch } = failed;
  return error instanceof ApiProblem && error.status === 404 ? (
    <EmptyState>{t('user.not-found')}</EmptyState>
  ) : (
    <Failed text={t('attendance.plans.failure')} busy={isFetching} onRetry={() => void refetch()} />
  );
}

function Plans() {
  const t = useAttendanceT();
  const navigate = useNavigate();
  const userId = useSearch({ strict: false, select: (all) => whole((all as { userId?: unknown }).userId, 1) });
  const whose = useWhose(userId);
  const { person, own, keeps, failed } = whose;
  const [asked, setAsked] = useState<Asked | null>(null);
  const mayPlan = keeps || (useOffered('work') && own);
  const commands = useMemo((): PaletteCommand[] => {
    const group = t('nav.plans');
    const run = () => setAsked({ plan: null, request: 'edit' });
    return mayPlan ? [{ id: 'plan-new', label: t('attendance.plan.new'), key: 'n', group, run }] : [];
  }, [t, mayPlan]);
  useCommands(commands);

  return (
    <PaddedScreen>
      <ScreenHead title={t('nav.plans')}>
        {!own && <WhoseLabel person={person} />}
        {mayPlan && person !== null && (
          <SmallButton
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => setAsked({ plan: null, request: 'edit' })}
          >
            {t('attendance.plan.new')}
          </SmallButton>
        )}
      </ScreenHead>
      {keeps && (
        <Toolbar label={t('nav.plans')}>
          <PersonChoice
            whose={whose}
            onChange={(id) => void navigate({ to: '.', search: { userId: id ?? undefined }, replace: true })}
          />
        </Toolbar>
      )}
      {failed !== null && <NotKnown failed={failed} />}
      {person !== null && (
        <Planning key={person.id} owner={person} own={own} mayPlan={mayPlan} asked={asked} onAsked={setAsked} />
      )}
    </PaddedScreen>
  );
}

/** One's own planning, or anybody's with the attendance of others: a week in one go, and all plans. */
export const PlansScreen = () => (
  <AttendanceTexts>
    <TimeTexts>
      <Plans />
    </TimeTexts>
  </AttendanceTexts>
);

import type { PlanAnswer } from '@gos/contract';
import { localDay, planFieldChecks } from '@gos/domain';
import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { PlanMark } from '../../entities/plan/plan-mark';
import { requestsQuery } from '../../entities/plan/plans.api';
import { PersonLabel } from '../../entities/user/avatar';
import { timeZone } from '../../lib/installation';
import { SmallButton } from '../../ui/buttons';
import { ReasonDialog } from '../../ui/form/reason-dialog';
import pieces from '../../ui/pieces.module.css';
import { useNow } from '../../ui/use-now';
import { useAttendanceT } from './common/attendance-texts';
import { daysWords, usePlanWords } from './common/plan-words';
import { PartHead } from './part-head';
import classes from './plans.module.css';
import type { Whom } from './time/use-whose';
import type { PlanActions } from './use-plan-actions';
import { LeftWithRequests } from './vacation-left';

interface RowProps {
  readonly plan: PlanAnswer;
  /** null for the person's own declined request */
  readonly onDecide: ((plan: PlanAnswer, decision: 'approve' | 'decline') => void) | null;
}

function RequestRow({ plan, onDecide }: RowProps) {
  const t = useAttendanceT();
  const { locale } = useIntl();
  const words = usePlanWords();
  const days = daysWords(locale, plan);
  const what = `${words.name(plan)}, ${words.times(plan)}`;
  return (
    <li className={classes.request} data-plan={plan.id}>
      <span className={classes.requested}>
        {onDecide !== null && <PersonLabel person={plan.user} />}
        <span className={pieces.inline}>
          <PlanMark type={plan.type} kind={plan.kind} />
          {what}
        </span>
        <span>{days}</span>
        {onDecide !== null && plan.kind === 'vacation' && <LeftWithRequests plan={plan} />}
        {onDecide === null && (
          <Text span inherit c="var(--gos-late-text)">
            {t('attendance.request.declined', { reason: plan.declineReason ?? '' })}
          </Text>
        )}
      </span>
      {onDecide !== null && (
        <Group gap={8}>
          {(['approve', 'decline'] as const).map((decision) => (
            <SmallButton
              key={decision}
              variant={decision === 'approve' ? 'filled' : 'default'}
              aria-label={t(`attendance.request.${decision}-of`, { name: plan.user.name, plan: `${what}, ${days}` })}
              onClick={() => onDecide(plan, decision)}
            >
              {t(`attendance.request.${decision}`)}
            </SmallButton>
          ))}
        </Group>
      )}
    </li>
  );
}

interface AbsenceRequestsProps {
  readonly owner: Whom;
  readonly own: boolean;
  /** Whether the reader decides about requests. */
  readonly decides: boolean;
  readonly actions: PlanActions;
}

/** Requests that the reader decides about, and the person's declined ones with the reason. */
export function AbsenceRequests({ owner, own, decides, actions }: AbsenceRequestsProps) {
  const t = useAttendanceT();
  const today = localDay(useNow(), timeZone());
  const [declining, setDeclining] = useState<PlanAnswer | null>(null);
  const waiting = useQuery({ ...requestsQuery('requested', today), enabled: decides && own });
  const declined = useQuery(requestsQuery('declined', today, owner.id));
  const others = (waiting.data?.items ?? []).filter(({ user }) => user.id !== owner.id);
  const refused = declined.data?.items ?? [];
  if (others.length + refused.length === 0) return null;
  return (
    <section className={classes.list} aria-labelledby="absence-requests" style={{ marginBottom: 28 }}>
      <PartHead id="absence-requests" title={t('attendance.request.title')}>
        {null}
      </PartHead>
      <ul className={pieces.rows}>
        {others.map((plan) => (
          <RequestRow
            key={plan.id}
            plan={plan}
            onDecide={(one, decision) => (decision === 'approve' ? void actions.approve(one) : setDeclining(one))}
          />
        ))}
        {refused.map((plan) => (
          <RequestRow key={plan.id} plan={plan} onDecide={null} />
        ))}
      </ul>
      {declining !== null && (
        <ReasonDialog
          title={t('attendance.request.decline.title')}
          label={t('attendance.request.reason')}
          answer={t('attendance.request.decline')}
          check={planFieldChecks.reason}
          send={(reason) => actions.decide(declining, 'decline', reason)}
          onSent={() => setDeclining(null)}
          onClose={() => setDeclining(null)}
        />
      )}
    </section>
  );
}

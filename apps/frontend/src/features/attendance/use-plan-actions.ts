import type { CommandAnswer, PlanAnswer } from '@gos/contract';
import { type Day, wholeDay } from '@gos/domain';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useIntl } from 'react-intl';
import {
  addPlan,
  approvePlan,
  changePlan,
  declinePlan,
  type PlanBody,
  type PlanChange,
  planKeys,
  readPlan,
  removePlan,
  withdrawPlan,
} from '../../entities/plan/plans.api';
import { type PlanStep, showPlans } from '../../entities/plan/shown-plan';
import { undoAction, undoOf } from '../../entities/undo/undo.api';
import { useMe } from '../../entities/user/users.api';
import { ApiProblem } from '../../lib/api';
import { useKeyed } from '../../lib/use-keyed';
import { showProblem, showToast } from '../../ui/toast';
import { useAttendanceT } from './common/attendance-texts';
import { daysWords, usePlanWords } from './common/plan-words';
import type { Whom } from './time/use-whose';

/** Returns the actions on a person's plans: optimistic, and rolled back with the reason when refused. */
export function usePlanActions(owner: Whom) {
  const t = useAttendanceT();
  const me = useMe();
  const { locale } = useIntl();
  const words = usePlanWords();
  const client = useQueryClient();
  const keyed = useKeyed();
  const provisional = useRef(-1);

  const refresh = () => client.invalidateQueries({ queryKey: planKeys.all });

  async function shown<T>(steps: readonly PlanStep[], run: () => Promise<T>): Promise<T> {
    const layer = showPlans(client, steps);
    try {
      return await run();
    } finally {
      await refresh().catch(() => undefined);
      layer.takeBack();
    }
  }

  const asShown = (body: PlanBody): PlanAnswer => ({
    id: provisional.current--,
    user: { id: owner.id, name: owner.name },
    position: owner.positions.find(({ id }) => id === body.positionId) ?? null,
    date: body.date,
    from: body.from ?? wholeDay.from,
    to: body.to ?? wholeDay.to,
    repeatUntil: body.repeatUntil ?? null,
    type: body.type,
    location: body.location ?? '',
    kind: body.type === 'day_off' ? (body.kind ?? 'other') : null,
    half: body.half ?? null,
    breakMinutes: body.breakMinutes ?? 0,
    approval: null,
    declineReason: null,
    excludeWeekends: body.excludeWeekends ?? false,
    revision: 0,
  });

  /** All of them or none. Planned work gives way to a day off. */
  function add(given: readonly PlanBody[]): Promise<CommandAnswer[]> {
    const bodies = given.map((body) => ({
      ...body,
      ...(body.type === 'day_off' && { replacesWork: true }),
      ...(owner.id !== me.id && { userId: owner.id }),
    }));
    const steps = bodies.map((body): PlanStep => ({ before: null, after: asShown(body) }));
    return shown(steps, async () => {
      const answers: CommandAnswer[] = [];
      try {
        for (const body of bodies) answers.push(await keyed(body, (key) => addPlan(body, { idempotencyKey: key })));
      } catch (error) {
        await Promise.all(answers.map(({ eventId }) => eventId && undoAction(eventId).catch(() => undefined)));
        throw error;
      }
      return answers;
    });
  }

  function change(plan: PlanAnswer, body: PlanChange) {
    const { onlyDate, positionId, ...fields } = body;
    const position =
      positionId === undefined ? plan.position : (owner.positions.find(({ id }) => id === positionId) ?? null);
    const after = { ...plan, ...fields, position };
    const steps: PlanStep[] =
      onlyDate === undefined
        ? [{ before: plan, after }]
        : [
            { before: plan, after: plan, without: [onlyDate] },
            {
              before: null,
              after: { ...after, id: provisional.current--, date: body.date ?? onlyDate, repeatUntil: null },
            },
          ];
    const options = onlyDate === undefined ? { ifMatch: plan.revision } : {};
    return shown(steps, () =>
      keyed([plan.id, body], (idempotencyKey) => changePlan(plan.id, body, { idempotencyKey, ...options })),
    );
  }

  async function remove(plan: PlanAnswer, onlyDate?: Day): Promise<void> {
    const after = onlyDate === undefined ? null : plan;
    try {
      const steps = [{ before: plan, after, without: onlyDate === undefined ? [] : [onlyDate] }];
      const answer = await shown(steps, () => removePlan(plan.id, onlyDate));
      const said = t('attendance.plan.brought-back');
      showToast({ message: t('attendance.plan.removed'), ...undoOf([answer], { refresh, said }) });
    } catch (error) {
      showProblem(error, t('attendance.plan.failure.remove'));
    }
  }

  /** Decides about a request, or withdraws it. */
  async function decide(plan: PlanAnswer, decision: 'approve' | 'decline' | 'withdraw', reason = ''): Promise<void> {
    try {
      const answer = await (decision === 'approve'
        ? approvePlan(plan.id)
        : decision === 'decline'
          ? declinePlan(plan.id, reason)
          : withdrawPlan(plan.id));
      showToast({ message: t(`attendance.request.${decision}.done`), ...undoOf([answer], { refresh }) });
    } finally {
      await refresh().catch(() => undefined);
    }
  }

  const decideOrSay = (plan: PlanAnswer, decision: 'approve' | 'withdraw') =>
    decide(plan, decision).catch((error: unknown) => showProblem(error, t('attendance.request.failure')));

  function sayAdded(answers: readonly CommandAnswer[], message = t('attendance.plan.added')): void {
    showToast({ message, ...undoOf(answers, { refresh }) });
  }

  function sayChanged(answers: readonly CommandAnswer[]): void {
    const said = t('attendance.plan.changed-back');
    showToast({ message: t('attendance.plan.changed'), ...undoOf(answers, { refresh, said }) });
  }

  /** Which plan is in the way, in words; null where that is not the reason. */
  async function overlapOf(error: unknown): Promise<string | null> {
    const id = error instanceof ApiProblem && error.code === 'plan.overlap' ? error.problem.planId : undefined;
    if (id === undefined) return null;
    try {
      const plan = await readPlan(id);
      const found = words.placed([words.name(plan), daysWords(locale, plan), words.times(plan)], plan);
      return t('attendance.plan.overlap', { plan: found.join(', ') });
    } catch {
      return t('plan.overlap');
    }
  }

  const approve = (plan: PlanAnswer) => decideOrSay(plan, 'approve');
  const withdraw = (plan: PlanAnswer) => decideOrSay(plan, 'withdraw');

  return { add, change, remove, decide, approve, withdraw, sayAdded, sayChanged, overlapOf };
}

export type PlanActions = ReturnType<typeof usePlanActions>;

import type { PlanAnswer } from '@gos/contract';
import { type Day, localDay } from '@gos/domain';
import { useState } from 'react';
import type { PlanChange } from '../../entities/plan/plans.api';
import { ApiProblem } from '../../lib/api';
import { timeZone } from '../../lib/installation';
import { showProblem } from '../../ui/toast';
import { useNow } from '../../ui/use-now';
import { useAttendanceT } from './attendance-texts';
import { errorsOf, fieldOfPath, isOverMidnight, type PlanDraft, type PlanField, plansOf } from './plan-draft';
import type { Whom } from './time/use-whose';
import type { PlanActions } from './use-plan-actions';
import { useWorkingDays } from './use-working-days';

export interface PlanDialogProps {
  /** null makes a new one */
  readonly plan: PlanAnswer | null;
  /** One day of a repeat is changed, the others stay. */
  readonly oneDay?: boolean;
  /** whose it is or is to be */
  readonly owner: Whom;
  readonly actions: PlanActions;
  readonly onClose: () => void;
}

const begun: PlanDraft = {
  type: 'at_work',
  date: null,
  from: '08:00',
  to: '16:30',
  repeatUntil: null,
  excludeWeekends: true,
  location: '',
  positionId: null,
};

function draftOf({ position, ...plan }: PlanAnswer, today: Day, oneDay: boolean): PlanDraft {
  const { type, from, to, excludeWeekends, location } = plan;
  const date = plan.date < today ? today : plan.date;
  const positionId = position?.id ?? null;
  const repeatUntil = oneDay ? null : plan.repeatUntil;
  return { type, date, from, to, repeatUntil, excludeWeekends, location, positionId };
}

/** What is written about a plan, what is wrong with it, and how it is sent. */
export function usePlanDialog({ plan, oneDay = false, owner: { positions }, actions, onClose }: PlanDialogProps) {
  const t = useAttendanceT();
  const today = localDay(useNow(), timeZone());
  const workingDays = useWorkingDays();
  const [only] = positions.length === 1 ? positions : [];
  const [before] = useState<PlanDraft>(() =>
    plan === null ? { ...begun, positionId: only?.id ?? null } : draftOf(plan, today, oneDay),
  );
  const [draft, setDraft] = useState(before);
  const [day, setDay] = useState<Day | null>(before.date);
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<Partial<Record<PlanField | 'day', string>>>({});
  const [sending, setSending] = useState(false);

  const errors = errorsOf(draft, today, positions.length > 0);
  function errorOf(field: PlanField): string | undefined {
    const error = tried ? errors[field] : undefined;
    return error ? t(error.code, error.params) : refused[field];
  }

  function change(part: Partial<PlanDraft>) {
    setDraft((all) => ({ ...all, ...part }));
    setRefused({});
  }

  const weekend = [1, 2, 3, 4, 5, 6, 7].filter((weekday) => !workingDays.includes(weekday));

  /** Only what is other than before; a plan that now ends the next day gets its other part as well. */
  async function edit(present: PlanAnswer): Promise<void> {
    const { onlyFields, others } = changesOf(draft, before, weekend);
    const onlyDate = oneDay ? { onlyDate: day! } : {};
    const fields = oneDay && draft.date !== before.date ? { ...onlyFields, date: draft.date! } : onlyFields;
    const body = { ...fields, ...onlyDate };
    const { revision } = await actions.change(present, body);
    const added = others.length > 0 ? await actions.add(others) : [];
    actions.sayChanged({ plan: present, body, revision, added });
  }

  async function send(): Promise<void> {
    if (plan !== null) return edit(plan);
    actions.sayAdded(await actions.add(plansOf(draft, weekend)));
  }

  /** Answers the first field that is wrong. */
  async function submit(): Promise<string | null> {
    if (sending) return null;
    setTried(true);
    const [wrong] = Object.keys(errors);
    if (wrong !== undefined) return wrong;
    if (oneDay && day === null) {
      setRefused({ day: t('validation.required') });
      return 'day';
    }
    setSending(true);
    try {
      await send();
      onClose();
    } catch (error) {
      const overlap = await actions.overlapOf(error);
      if (overlap === null)
        showProblem(error, t(plan === null ? 'attendance.plan.failure.add' : 'attendance.plan.failure.change'));
      setRefused(overlap === null ? told(error) : { from: overlap });
      return overlap === null ? null : 'from';
    } finally {
      setSending(false);
    }
    return null;
  }

  function told(error: unknown): Partial<Record<PlanField | 'day', string>> {
    const found: Partial<Record<PlanField | 'day', string>> = {};
    for (const { path, code, params } of error instanceof ApiProblem ? error.errors : []) {
      const field = path === 'onlyDate' ? 'day' : fieldOfPath(path);
      if (field !== null) found[field] ??= t(code, params);
    }
    return found;
  }

  return {
    draft,
    change,
    day,
    setDay(next: Day | null) {
      setDay(next);
      change({ date: next });
    },
    errorOf,
    dayError: refused.day,
    positions,
    overMidnight: isOverMidnight(draft),
    submit,
    sending,
  };
}

function changesOf(draft: PlanDraft, before: PlanDraft, weekend: readonly number[]) {
  const [first, ...others] = plansOf(draft, weekend);
  const [was] = plansOf(before, weekend);
  const is: PlanChange = {
    ...first!,
    repeatUntil: draft.repeatUntil,
    excludeWeekends: first!.excludeWeekends ?? false,
    positionId: draft.positionId,
  };
  const had: PlanChange = {
    ...was!,
    repeatUntil: before.repeatUntil,
    excludeWeekends: was!.excludeWeekends ?? false,
    positionId: before.positionId,
  };
  const changed = Object.entries(is).filter(([name, value]) => had[name as keyof PlanChange] !== value);
  return { onlyFields: Object.fromEntries(changed) as PlanChange, others };
}

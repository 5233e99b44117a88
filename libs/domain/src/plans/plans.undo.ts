import type { Day } from '../kernel/message';
import { refuse } from '../kernel/refusal';
import { editsBack, type Undoing } from '../kernel/undo';
import { same } from '../kernel/values';
import { daysOf } from './plan-days';
import { evolvePlans, type Plan, type PlanEdit, type PlanEvent, type Plans } from './plans';
import { othersOf, overlapRefusalOf, type PlanFacts, positionError } from './plans.rules';

/** The plan with its removed days, these days, and those of them that have passed. */
export function undeletionOf(plan: Plan, removed: NonNullable<Plan['removed']>, today: Day) {
  const whole = { ...plan, deleted: false, repeatUntil: removed.repeatUntil };
  const back = daysOf(whole).filter((day) => day >= removed.from);
  return { whole, back, passed: back.filter((day) => day < today) };
}

const idsIn = (events: readonly PlanEvent[]): number[] => [
  ...new Set(events.flatMap((event) => (event.type === 'ActionUndone' ? [] : event.data.planId))),
];

/** The days of the plans that are over, each with its contents. */
const pastOf = (plans: Plans, ids: readonly number[], today: Day): string[] =>
  ids
    .flatMap((id) => {
      const { type, from, to, location, positionId, kind, half, breakMinutes } = plans[id]!;
      const over = daysOf(plans[id]!).filter((day) => day < today);
      return over.map((day) => JSON.stringify([day, type, from, to, location, positionId, kind, half, breakMinutes]));
    })
    .sort();

/** The state that a plan had before it was requested again. */
function verdictAgain({ id: planId, approval, declineReason }: Plan): PlanEvent {
  if (approval === 'withdrawn') return { type: 'AbsenceWithdrawn', data: { planId } };
  if (approval === 'declined') return { type: 'AbsenceDeclined', data: { planId, reason: declineReason ?? '' } };
  return { type: 'AbsenceApproved', data: { planId } };
}

/** How actions on plans are undone. Days that are over stay as they were. */
export const plansUndoing: Undoing<Plans, PlanEvent, PlanFacts> = {
  initial: {},
  evolve: (plans, event) => evolvePlans(plans ?? {}, event),
  table: {
    PlanAdded: {
      opposite({ data: { planId } }, _, now) {
        const { deleted, date } = now[planId]!;
        return deleted ? [] : [{ type: 'PlanRemoved', data: { planId, from: date } }];
      },
    },
    PlanChanged: {
      opposite: ({ data: { planId, changes } }, before, now) => [
        {
          type: 'PlanChanged',
          data: { planId, changes: editsBack(changes, before[planId]!, now[planId]!) as PlanEdit[] },
        },
      ],
    },
    PlanRemoved: {
      opposite({ data: { planId } }, _, now, { today }) {
        const { removed } = now[planId]!;
        if (removed === null) return [];
        return [
          { type: 'PlanUndeleted', data: { planId, without: undeletionOf(now[planId]!, removed, today).passed } },
        ];
      },
    },
    PlanUndeleted: {
      opposite({ data: { planId } }, before) {
        const { removed } = before[planId]!;
        return removed ? [{ type: 'PlanRemoved', data: { planId, from: removed.from } }] : [];
      },
    },
    PlanDayRemoved: { opposite: ({ data }) => [{ type: 'PlanDayUndeleted', data }] },
    PlanDayUndeleted: { opposite: ({ data }) => [{ type: 'PlanDayRemoved', data }] },
    AbsenceRequested: {
      opposite({ data: { planId } }, before) {
        const plan = before[planId];
        return plan === undefined || plan.approval === 'requested' ? [] : [verdictAgain(plan)];
      },
    },
    AbsenceApproved: { opposite: ({ data: { planId } }) => [{ type: 'AbsenceRequested', data: { planId } }] },
    AbsenceDeclined: { opposite: ({ data: { planId } }) => [{ type: 'AbsenceRequested', data: { planId } }] },
    AbsenceWithdrawn: { opposite: ({ data: { planId } }) => [{ type: 'AbsenceRequested', data: { planId } }] },
    UsersNotified: { opposite: () => [] },
    ActionUndone: { opposite: () => [] },
  },
  changedBy({ data }) {
    const { planId } = data as { readonly planId?: number };
    return planId === undefined ? [] : [`plan.${planId}`];
  },
  // The command itself needs the right to the plans.
  rightRefusalOf: () => null,
  refusalOf(undone, opposites, plans, facts) {
    const ids = idsIn(opposites);
    if (!same(pastOf(plans, ids, facts.today), pastOf(undone, ids, facts.today))) return refuse('plan.past');
    for (const id of ids) {
      const [is, next] = [plans[id]!, undone[id]!];
      if (next.deleted) continue;
      if (!facts.plannable) return refuse('undo.person-gone');
      if (is.positionId !== next.positionId && positionError(next, facts)) return refuse('undo.not-valid');
      const overlap = overlapRefusalOf(next, othersOf(undone, id));
      if (overlap) return overlap;
    }
    return null;
  },
};

import { type RefusalCode, refuse } from '../kernel/refusal';
import { normalizeText } from '../kernel/text';
import { keepsAttendance } from '../worklog/attendance.rights';
import { daysOf } from './plan-days';
import type { AbsenceNews, Plan, PlanEvent, PlanFields, Plans } from './plans';
import type { PlanBodies } from './plans.bodies';
import { othersOf, type PlanFacts } from './plans.rules';
import { yieldingWork } from './yielding-work';

type Deciders = Pick<PlanFacts, 'actor' | 'userId' | 'keepers'>;

/** Whether somebody else can decide about the person's requests. */
const isDecidedByOthers = ({ userId, keepers }: Deciders) => keepers.some((id) => id !== userId);

/** Whether a day off of the actor has to be approved: one's own, where the settings say so and somebody else can decide. */
export const needsRequest = ({ type }: Pick<PlanFields, 'type'>, facts: PlanFacts): boolean =>
  type === 'day_off' && facts.needsApproval && facts.actor.id === facts.userId && isDecidedByOthers(facts);

/** The changes of a day off that a keeper decides about. */
const decided: ReadonlySet<keyof PlanFields> = new Set([
  'type',
  'kind',
  'half',
  'date',
  'from',
  'to',
  'repeatUntil',
  'excludeWeekends',
]);
export const changesAbsence = (fields: readonly string[]): boolean =>
  fields.some((field) => decided.has(field as keyof PlanFields));

const notified = (planId: number, kind: AbsenceNews, userIds: readonly number[]): PlanEvent[] =>
  userIds.length === 0 ? [] : [{ type: 'UsersNotified', data: { planId, kind, userIds } }];

/** The request for a day off, which notifies the people who decide about it. */
export const requestOf = (planId: number, { userId, keepers }: PlanFacts): PlanEvent[] => [
  { type: 'AbsenceRequested', data: { planId } },
  ...notified(
    planId,
    'absence-requested',
    keepers.filter((id) => id !== userId),
  ),
];

/** Why the actor may not decide about requests of this person: nobody decides about their own where somebody else can. */
export function decisionRefusalOf(facts: Deciders): RefusalCode | null {
  const { actor, userId } = facts;
  if (actor.role === 'auditor') return 'task.auditor';
  if (!keepsAttendance(actor)) return 'plan.forbidden';
  return actor.id === userId && isDecidedByOthers(facts) ? 'plan.own-request' : null;
}

const requested = (plan: Plan) =>
  plan.approval === 'requested' && !plan.deleted ? null : refuse('plan.not-requested');

function isClosed(plan: Plan, { closed }: PlanFacts): boolean {
  return daysOf(plan).some((day) => closed.some(({ from, to }) => from <= day && day <= to));
}

export function approve(plans: Plans, { planId }: PlanBodies['approve'], facts: PlanFacts) {
  const plan = plans[planId]!;
  if (plan.approval === 'approved' && !plan.deleted) return [];
  const refused = requested(plan) ?? (isClosed(plan, facts) ? refuse('work.month-closed') : null);
  return (
    refused ?? [
      { type: 'AbsenceApproved', data: { planId } } as const,
      ...verdict(plan, 'absence-approved'),
      ...(plan.replacesWork ? yieldingWork({ ...plan, approval: 'approved' }, othersOf(plans, planId), facts, 0) : []),
    ]
  );
}

export function decline(plans: Plans, { planId, reason }: PlanBodies['decline']) {
  const plan = plans[planId]!;
  const data = { planId, reason: normalizeText(reason) };
  return requested(plan) ?? [{ type: 'AbsenceDeclined', data } as const, ...verdict(plan, 'absence-declined')];
}

export function withdraw(plans: Plans, { planId }: PlanBodies['withdraw']) {
  return requested(plans[planId]!) ?? [{ type: 'AbsenceWithdrawn', data: { planId } } as const];
}

const verdict = ({ id, userId }: Plan, kind: AbsenceNews) => notified(id, kind, [userId]);

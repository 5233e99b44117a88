import { czechSortKey, type Day, evolvePlan, type Instant, lastDayOf, type OnePlanEvent, type Plan } from '@gos/domain';
import type { Recorded } from '../kernel/event';
import { pastOf } from '../kernel/past';
import type { ReadModel } from '../kernel/read-model';
import { versions } from '../kernel/versions';
import type { Guarded } from '../kernel/visibility';

/** One plan of a person, seen by everyone inside. */
export interface PlanDocument extends Guarded {
  readonly id: string;
  readonly plan: Plan;
  readonly deleted: boolean;
  /** its last day */
  readonly until: Day;
  readonly locationKey: string;
  readonly changedAt: Instant;
}

function fold(document: PlanDocument | undefined, event: Recorded<OnePlanEvent['type']>): PlanDocument | undefined {
  const plan = evolvePlan(document?.plan ?? null, event as OnePlanEvent);
  if (plan === null) return undefined;
  const { id, userId, deleted, location } = plan;
  return {
    id: String(id),
    parties: [userId],
    projectId: null,
    least: 'everyone',
    plan,
    deleted,
    until: lastDayOf(plan),
    locationKey: czechSortKey(location),
    changedAt: event.metadata.at,
  };
}

export const planModel: ReadModel<PlanDocument> = {
  name: 'plan',
  version: versions.plan,
  indexes: [
    { fields: ['plan.userId', 'deleted', 'until'] },
    { fields: ['deleted', 'until', 'plan.date'] },
    { fields: ['parties'], kind: 'many' },
  ],
  unindexedFields: [
    'plan.from',
    'plan.to',
    'plan.type',
    'plan.positionId',
    'plan.id',
    'plan.repeatUntil',
    'plan.location',
    'plan.excludeWeekends',
    'plan.revision',
    'plan.approval',
    'plan.breakMinutes',
    'locationKey',
  ],
  others: {
    ids: (event) => [String((event as Recorded<OnePlanEvent['type']>).data.planId)],
    on: {
      PlanAdded: fold,
      PlanChanged: fold,
      PlanRemoved: fold,
      PlanUndeleted: fold,
      PlanDayRemoved: fold,
      PlanDayUndeleted: fold,
      AbsenceRequested: fold,
      AbsenceApproved: fold,
      AbsenceDeclined: fold,
      AbsenceWithdrawn: fold,
    },
  },
};

/** The plans as they were at every moment. */
export const planPastModel = pastOf(planModel, { name: 'plan-past', version: versions['plan-past'] });

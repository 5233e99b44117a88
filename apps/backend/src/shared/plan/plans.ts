import { type Actor, type Day, type Instant, seesAttendance } from '@gos/domain';
import { type PlanDocument, planModel } from '@gos/projections';
import { Injectable } from '@nestjs/common';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import type { Filter } from '../../stores/read-models/read-models';

/** A moment; its plans that were deleted since are seen by their person and people who see everybody's attendance. */
export interface PastPlans {
  readonly at: Instant;
  readonly reader: Actor;
}

/** Returns each person's plans by the person's id; their order stays. */
export function plansByPerson(plans: readonly PlanDocument[]): ReadonlyMap<number, readonly PlanDocument[]> {
  const found = new Map<number, PlanDocument[]>();
  for (const plan of plans) {
    const own = found.get(plan.plan.userId);
    if (own) own.push(plan);
    else found.set(plan.plan.userId, [plan]);
  }
  return found;
}

@Injectable()
export class Plans {
  constructor(private readonly readModels: ActiveReadModels) {}

  /** The plans that begin before the days are over and end after they began, in the order of their times; `isDayOf` says the days. */
  async within(from: Day, to: Day, which: Filter = {}, past?: PastPlans): Promise<PlanDocument[]> {
    const filter: Filter = { $and: [which, { deleted: false, until: { $gte: from }, 'plan.date': { $lte: to } }] };
    const sort = ['plan.from', 'plan.id'].map((field) => ({ field, direction: 'asc' }) as const);
    if (past === undefined) return this.readModels.find<PlanDocument>(planModel, filter, { sort });
    const { at, reader } = past;
    const plans = await this.readModels.at(at).find<PlanDocument>(planModel, filter, { sort });
    const present = await this.readModels.getMany<PlanDocument>(
      planModel,
      plans.map(({ id }) => id),
    );
    return plans.filter(
      ({ id, plan }) => !present.get(id)?.deleted || seesAttendance(reader) || plan.userId === reader.id,
    );
  }
}

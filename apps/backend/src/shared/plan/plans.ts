import type { Day } from '@gos/domain';
import { type PlanDocument, planModel } from '@gos/projections';
import { Injectable } from '@nestjs/common';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import type { Filter } from '../../stores/read-models/read-models';

@Injectable()
export class Plans {
  constructor(private readonly readModels: ActiveReadModels) {}

  /** The plans that begin before the days are over and end after they began, in the order of their times; `isDayOf` says the days. */
  within(from: Day, to: Day, which: Filter = {}): Promise<PlanDocument[]> {
    const filter: Filter = { $and: [which, { deleted: false, until: { $gte: from }, 'plan.date': { $lte: to } }] };
    const sort = ['plan.from', 'plan.id'].map((field) => ({ field, direction: 'asc' }) as const);
    return this.readModels.find<PlanDocument>(planModel, filter, { sort });
  }
}

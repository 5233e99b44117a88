import { type Actor, refuse } from '@gos/domain';
import { isVisibleTo, type PlanDocument, planModel, seesAll } from '@gos/projections';
import { Injectable } from '@nestjs/common';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { Refused } from '../../kernel/refused';

/** Plans that the reader may see; a deleted one exists with `deletedToo` for its person, admins and auditors. */
@Injectable()
export class VisiblePlans {
  constructor(private readonly readModels: ActiveReadModels) {}

  /** @throws Refused with `plan.not-found` */
  async get(planId: number, reader: Actor, { deletedToo = false } = {}): Promise<PlanDocument> {
    const document = await this.readModels.get<PlanDocument>(planModel, planId);
    const seen = document !== undefined && isVisibleTo(document, reader);
    const there =
      seen && (!document.deleted || (deletedToo && (seesAll(reader) || document.plan.userId === reader.id)));
    if (!there) throw new Refused(refuse('plan.not-found'));
    return document;
  }
}

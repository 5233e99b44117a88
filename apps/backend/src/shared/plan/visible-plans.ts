import { type Actor, refuse, seesAttendance } from '@gos/domain';
import { isVisibleTo, type PlanDocument, planModel } from '@gos/projections';
import { Injectable } from '@nestjs/common';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { Refused } from '../../kernel/refused';

/** Plans that the reader may see; with `deletedToo` a deleted one exists for its person and for readers of attendance. */
@Injectable()
export class VisiblePlans {
  constructor(private readonly readModels: ActiveReadModels) {}

  /** @throws Refused with `plan.not-found` */
  async get(planId: number, reader: Actor, { deletedToo = false } = {}): Promise<PlanDocument> {
    const document = await this.readModels.get<PlanDocument>(planModel, planId);
    const seen = document !== undefined && isVisibleTo(document, reader);
    const there =
      seen && (!document.deleted || (deletedToo && (seesAttendance(reader) || document.plan.userId === reader.id)));
    if (!there) throw new Refused(refuse('plan.not-found'));
    return document;
  }
}

import type { NamedRef, PlanAnswer } from '@gos/contract';
import { type Actor, seesAttendance } from '@gos/domain';
import { type PlanDocument, type PositionDocument, positionModel } from '@gos/projections';
import { Injectable } from '@nestjs/common';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import type { ModelReader } from '../../engine/projections/past-read-models';
import { People } from '../user/people';

/** Joins plan documents with the names of people and positions. The kind of an absence is private. */
@Injectable()
export class PlanAnswers {
  constructor(
    private readonly readModels: ActiveReadModels,
    private readonly people: People,
  ) {}

  /** @param from where the names of positions are read */
  async answers(
    documents: readonly PlanDocument[],
    reader: Actor,
    from: ModelReader = this.readModels,
  ): Promise<PlanAnswer[]> {
    const ids = documents.flatMap(({ plan }) => plan.positionId ?? []);
    const positions = await from.getMany<PositionDocument>(positionModel, [...new Set(ids)]);
    const positionOf = (id: number | null): NamedRef | null =>
      id === null ? null : { id, name: positions.get(String(id))?.state.name ?? `#${id}` };
    const seesAll = seesAttendance(reader);
    return documents.map(({ plan, deleted }) => ({
      id: plan.id,
      user: this.people.ref(plan.userId),
      position: positionOf(plan.positionId),
      date: plan.date,
      from: plan.from,
      to: plan.to,
      repeatUntil: plan.repeatUntil,
      type: plan.type,
      location: plan.location,
      excludeWeekends: plan.excludeWeekends,
      kind: plan.userId === reader.id || seesAll ? plan.kind : null,
      half: plan.half,
      breakMinutes: plan.breakMinutes,
      approval: plan.approval,
      declineReason: plan.userId === reader.id || seesAll ? plan.declineReason : null,
      revision: plan.revision,
      ...(deleted && { deleted }),
    }));
  }
}

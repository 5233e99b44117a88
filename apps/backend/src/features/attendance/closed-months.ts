import type { Instant } from '@gos/domain';
import {
  type ClosedMonth,
  type ClosedMonthDocument,
  closedMonthId,
  closedMonthModel,
  type WorklogDocument,
  worklogModel,
} from '@gos/projections';
import { Injectable } from '@nestjs/common';
import { ActiveReadModels } from '../../engine/projections/active-read-models';

/** Closed months of people, with the corrections after the closing. */
@Injectable()
export class ClosedMonths {
  constructor(private readonly readModels: ActiveReadModels) {}

  /** Null when the month was open. @param month like `2026-11` */
  async of(userId: number, month: string, at?: Instant): Promise<ClosedMonth | null> {
    if (at === undefined) {
      const log = await this.readModels.get<WorklogDocument>(worklogModel, userId);
      return log?.closed.find((one) => one.month === month) ?? null;
    }
    const then = await this.readModels.at(at).get<ClosedMonthDocument>(closedMonthModel, closedMonthId(userId, month));
    if (!then?.closed) return null;
    const moment = new Date(at).toISOString();
    return { ...then.closed, adjustments: then.closed.adjustments.filter((one) => one.at <= moment) };
  }
}

import { type Instant, lastClosedDayOf, type MonthSpan } from '@gos/domain';
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
import { inParts } from '../../kernel/pieces';

/** People whose work times are read between two turns of others. */
const peopleAtOnce = 100;

/** Closed months of people, with the corrections after the closing. */
@Injectable()
export class ClosedMonths {
  constructor(private readonly readModels: ActiveReadModels) {}

  /** By person; a person whose month was open has no entry. @param month like `2026-11` */
  async among(userIds: readonly number[], month: string, at?: Instant): Promise<ReadonlyMap<number, ClosedMonth>> {
    const found = new Map<number, ClosedMonth>();
    if (at !== undefined) {
      const ids = userIds.map((userId) => closedMonthId(userId, month));
      const then = await this.readModels.at(at).getMany<ClosedMonthDocument>(closedMonthModel, ids);
      for (const userId of userIds) {
        const closed = closedThen(then.get(closedMonthId(userId, month)), at);
        if (closed) found.set(userId, closed);
      }
      return found;
    }
    for await (const part of inParts(userIds, peopleAtOnce)) {
      for (const { userId, closed } of (await this.readModels.getMany<WorklogDocument>(worklogModel, part)).values()) {
        const one = closed.find((closing) => closing.month === month);
        if (one) found.set(userId, one);
      }
    }
    return found;
  }

  /** Null when the month was open. @param month like `2026-11` */
  async of(userId: number, month: string, at?: Instant): Promise<ClosedMonth | null> {
    if (at === undefined) {
      const log = await this.readModels.get<WorklogDocument>(worklogModel, userId);
      return log?.closed.find((one) => one.month === month) ?? null;
    }
    const id = closedMonthId(userId, month);
    return closedThen(await this.readModels.at(at).get<ClosedMonthDocument>(closedMonthModel, id), at);
  }
}

/** A state keeps all corrections of a closing; those of later are left out. */
function closedThen(then: ClosedMonthDocument | undefined, at: Instant): ClosedMonth | null {
  if (!then?.closed) return null;
  const moment = new Date(at).toISOString();
  return { ...then.closed, adjustments: then.closed.adjustments.filter((one) => one.at <= moment) };
}

/** The minutes by which corrections since the closing changed the month. */
export const adjustedMinutesOf = (closed: ClosedMonth | null): number =>
  (closed?.adjustments ?? []).reduce((sum, { was, is }) => sum + is - was, 0);

/** Whether all of a month is closed, its last closed day, and when that was done. */
export const closingOf = (closed: ClosedMonth | null, { end }: Pick<MonthSpan, 'end'>, zone: string) => ({
  closed: closed !== null && closed.end >= end,
  closedTo: closed === null ? null : lastClosedDayOf(closed, zone),
  closedAt: closed?.closedAt ?? null,
});

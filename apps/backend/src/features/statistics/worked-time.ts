import { costOf, type Instant, minutesWithin } from '@gos/domain';
import { partsOfGroup, type WorkDocument, workModel } from '@gos/projections';
import { Injectable } from '@nestjs/common';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import type { Filter } from '../../stores/read-models/read-models';

/** One person's work on one task for one contract. */
export interface WorkShare {
  readonly userId: number;
  readonly taskId: number;
  readonly contractId: string | null;
  readonly minutes: number;
  /** as `costOf` counts */
  readonly cost: number;
}

/** Sums the work that was done for a project in a span of time, whatever became of its tasks since. */
@Injectable()
export class WorkedTime {
  constructor(private readonly readModels: ActiveReadModels) {}

  /** Entries that reach over an end of the span count by their part within it. */
  async of(projectId: number, start: Instant, end: Instant): Promise<WorkShare[]> {
    const work: Filter = { 'entry.projectId': projectId, deleted: false };
    const begun: Filter = { $and: [work, { 'entry.from': { $gte: start, $lt: end } }] };
    const [minutes, costs, ...across] = await Promise.all([
      this.readModels.tally(workModel, begun, 'entry.group', 'entry.minutes'),
      this.readModels.tally(workModel, begun, 'entry.group', 'entry.cost'),
      this.across(work, start),
      this.across(work, end),
    ]);
    const shares = new Map<string, { minutes: number; cost: number }>();
    for (const [group, sum] of minutes) {
      shares.set(group as string, { minutes: sum, cost: costs.get(group) ?? 0 });
    }
    // One that reaches over both ends is among those of either.
    const reaching = new Map(across.flat().map((document) => [document.id, document]));
    for (const { entry } of reaching.values()) {
      const { group, from, rate } = entry;
      const counted = from >= start ? entry.minutes : 0;
      const more = minutesWithin(entry, start, end) - counted;
      const share = shares.get(group) ?? { minutes: 0, cost: 0 };
      shares.set(group, { minutes: share.minutes + more, cost: share.cost + costOf(more, rate) });
    }
    return [...shares].map(([group, sums]) => ({ ...partsOfGroup(group), ...sums }));
  }

  private across(work: Filter, at: Instant): Promise<WorkDocument[]> {
    const filter: Filter = { $and: [work, { 'entry.from': { $lt: at } }, { 'entry.to': { $gt: at } }] };
    return this.readModels.find<WorkDocument>(workModel, filter);
  }
}

import type { WorkedOn } from '@gos/contract';
import { type Instant, minutesWithin } from '@gos/domain';
import { type WorkDocument, workModel } from '@gos/projections';
import { Injectable } from '@nestjs/common';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import type { ModelReader } from '../../engine/projections/past-read-models';
import { Clock } from '../../kernel/clock';
import type { Condition, Filter } from '../../stores/read-models/read-models';
import type { Reader } from '../user/user-answers';
import { WorkAnswers } from './work-answers';

/** The work of one person, in which every minute counts once. */
@Injectable()
export class PersonalWork {
  constructor(
    private readonly readModels: ActiveReadModels,
    private readonly answers: WorkAnswers,
    private readonly clock: Clock,
  ) {}

  /** The entries that lie in the span, or reach into it, in their order. */
  async between(
    userId: number,
    start: Instant,
    end: Instant,
    from: ModelReader = this.readModels,
  ): Promise<WorkDocument[]> {
    const own: Filter = { 'entry.userId': userId, deleted: false };
    const of = (begin: Condition, direction: 'asc' | 'desc', limit?: number) =>
      from.find<WorkDocument>(
        workModel,
        { $and: [own, { 'entry.from': begin }] },
        {
          sort: [{ field: 'entry.from', direction }],
          limit,
        },
      );
    // Entries of a person do not overlap: at most the last one before the span reaches into it.
    const [within, before] = await Promise.all([of({ $gte: start, $lt: end }, 'asc'), of({ $lt: start }, 'desc', 1)]);
    const reaching = before.filter(({ entry }) => entry.to === null || entry.to > start);
    return [...reaching, ...within];
  }

  /** The people with an entry that overlaps the span. */
  async workersBetween(
    start: Instant,
    end: Instant,
    from: ModelReader = this.readModels,
    now = this.clock.instant(),
  ): Promise<ReadonlySet<number>> {
    const present: Filter = { deleted: false };
    const workers = (...conditions: readonly Filter[]) =>
      from.tally(workModel, { $and: [present, ...conditions] }, 'entry.userId');
    const all = await Promise.all([
      workers({ 'entry.from': { $gte: start, $lt: end } }),
      workers({ 'entry.from': { $lt: start } }, { 'entry.to': { $gt: start } }),
      ...(start < now ? [workers({ 'entry.from': { $lt: start } }, { 'entry.to': null })] : []),
    ]);
    return new Set(all.flatMap((counts) => [...counts.keys()] as number[]));
  }

  /**
   * The minutes within a span by task, project and contract, most first, as the reader sees them: all tasks that are hidden from
   * them are one.
   */
  async byTask(documents: readonly WorkDocument[], reader: Reader) {
    const names = await this.answers.namesOf(documents, reader);
    return (start: Instant, end: Instant): WorkedOn[] => {
      const sums = new Map<string, WorkedOn>();
      for (const document of documents) {
        const minutes = minutesWithin(document.entry, start, end);
        if (minutes === 0) continue;
        const { task, project } = names(document);
        const contractId = task.id === null ? null : document.entry.contractId;
        const place = task.id === null ? null : project;
        const key = JSON.stringify([task.id, place?.id, contractId]);
        const known = sums.get(key)?.minutes ?? 0;
        sums.set(key, { ...task, project: place, contractId, minutes: known + minutes });
      }
      return [...sums.values()].sort((a, b) => b.minutes - a.minutes || (a.id ?? 0) - (b.id ?? 0));
    };
  }
}

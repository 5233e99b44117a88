import { type Day, type Instant, isFlagged, longestRunMinutes, minutesWithin } from '@gos/domain';
import { type WorkDocument, workModel } from '@gos/projections';
import { Inject, Injectable } from '@nestjs/common';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { momentOf, readerAt } from '../../engine/projections/past-read-models';
import { Clock } from '../../kernel/clock';
import { CONFIG, type Config } from '../../kernel/config';
import { turn } from '../../kernel/pieces';
import type { Filter } from '../../stores/read-models/read-models';
import type { MonthDay } from './month-days';

/** A person's work of a month. */
export interface Worked {
  /** by the day's place in the month */
  readonly minutes: number[];
  readonly flagged: Set<Day>;
  running: Instant | null;
}

/** Everybody's work of a month, by person. */
@Injectable()
export class MonthWork {
  constructor(
    private readonly readModels: ActiveReadModels,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Pick<Config, 'timeZone'>,
  ) {}

  /** Sums of an index for each day, and the few entries that reach beyond their day. */
  async of(days: readonly MonthDay[], at?: Instant): Promise<ReadonlyMap<number, Worked>> {
    const from = readerAt(this.readModels, at);
    const now = new Date(momentOf(at, this.clock)).toISOString();
    const { start } = days[0]!;
    const found = new Map<number, Worked>();
    const of = (userId: number) => {
      const known = found.get(userId) ?? { minutes: days.map(() => 0), flagged: new Set<Day>(), running: null };
      found.set(userId, known);
      return known;
    };
    const spread = (entries: readonly WorkDocument[]) => {
      for (const { entry } of entries) {
        const worked = of(entry.userId);
        for (const [index, day] of days.entries()) {
          if (entry.from >= day.start && entry.from < day.end) {
            // The day's sum has all of it.
            worked.minutes[index]! += minutesWithin(entry, day.start, day.end) - entry.minutes;
            if (isFlagged(entry, now, this.config.timeZone)) worked.flagged.add(day.date);
            if (entry.to === null) worked.running = entry.from;
          } else worked.minutes[index]! += minutesWithin(entry, day.start, day.end);
        }
      }
    };
    const present: Filter = { deleted: false };
    const before = { $and: [present, { 'entry.from': { $lt: start } }, { 'entry.to': { $gt: start } }] };
    spread(await from.find<WorkDocument>(workModel, before));
    for (const [index, day] of days.entries()) {
      if (day.start > now) break;
      const begun: Filter = { $and: [present, { 'entry.from': { $gte: day.start, $lt: day.end } }] };
      const beyond: Filter = {
        $or: [{ 'entry.to': null }, { 'entry.to': { $gt: day.end } }, { 'entry.minutes': { $gt: longestRunMinutes } }],
      };
      const sums = await from.tally(workModel, begun, 'entry.userId', 'entry.minutes');
      for (const [userId, minutes] of sums) of(userId as number).minutes[index]! += minutes;
      spread(await from.find<WorkDocument>(workModel, { $and: [begun, beyond] }));
      await turn();
    }
    return found;
  }
}

import { isPositionBefore, laterPosition, localDay } from '@gos/domain';
import { installationModel, type PlanDocument, planModel, type WorkDocument, workModel } from '@gos/projections';
import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { LEADERSHIPS, type Leaderships } from '../../engine/coordination/leadership';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { type AppliedBatch, appliedChannel } from '../../engine/projections/applied';
import type { DocumentChange } from '../../engine/projections/batch';
import { Clock } from '../../kernel/clock';
import { CONFIG, type Config } from '../../kernel/config';
import { turn } from '../../kernel/pieces';
import { BROADCAST, type Broadcast } from '../../stores/broadcast/broadcast';

/** Worked minutes less planned minutes by day of the month, of everybody with either, by person. */
export type MonthDifferences = ReadonlyMap<number, Int32Array>;

/** Months in memory: 20 years. One of 500 people takes 70 KB. */
const maxKept = 240;
/** Turns in which changes of another process may arrive before everything is dropped. */
const mostTurns = 20;

/**
 * The differences of months that are over, in memory until an entry of work or a plan of the month changes. A change drops its months,
 * and in doubt all are dropped.
 */
@Injectable()
export class KeptMonths implements OnModuleInit, OnModuleDestroy {
  /** By month like `2026-11`, the least recently used first. */
  private readonly kept = new Map<string, Promise<MonthDifferences>>();
  /** The position up to which changes are known here. */
  private heard: string | null = null;
  private stop: () => void = () => undefined;

  constructor(
    private readonly readModels: ActiveReadModels,
    @Inject(BROADCAST) private readonly broadcast: Broadcast,
    @Inject(LEADERSHIPS) private readonly leading: Leaderships,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Pick<Config, 'timeZone'>,
  ) {}

  onModuleInit(): void {
    const missed = () => this.clear(null);
    this.stop = this.broadcast.subscribe(appliedChannel, (message) => this.hear(message as AppliedBatch), missed);
  }

  onModuleDestroy(): void {
    this.stop();
    this.kept.clear();
  }

  /** Waits for the changes whose commands are answered. Call it once before the months of an answer. */
  async settle(): Promise<void> {
    const position = this.leading.shared ? await this.readModels.storedPosition() : this.readModels.applied;
    for (let turns = 0; turns < mostTurns && this.heard !== null && isPositionBefore(this.heard, position); turns++)
      await turn();
    if (isPositionBefore(this.heard, position)) this.clear(position);
  }

  /** @param month like `2026-11`, that is over */
  of(month: string, compute: () => Promise<MonthDifferences>): Promise<MonthDifferences> {
    const known = this.kept.get(month) ?? compute();
    this.kept.delete(month);
    this.kept.set(month, known);
    if (this.kept.size > maxKept) this.kept.delete(this.kept.keys().next().value!);
    known.catch(() => this.kept.get(month) === known && this.kept.delete(month));
    return known;
  }

  private clear(heard: string | null): void {
    this.kept.clear();
    this.heard = heard;
  }

  /** A batch without a new position means other collections. */
  private hear({ applied, after, position }: AppliedBatch): void {
    if (applied === null || after === position || isPositionBefore(this.heard, after)) this.kept.clear();
    else for (const change of applied) this.take(change);
    if (position !== null) this.heard = laterPosition(this.heard, position);
  }

  private take({ model, before, after }: DocumentChange): void {
    if (model === installationModel.name) this.kept.clear();
    for (const document of [before, after]) {
      if (document === null) continue;
      if (model === planModel.name) {
        const { plan, until } = document as unknown as PlanDocument;
        this.drop(plan.date, until);
      } else if (model === workModel.name) {
        const { from, to } = (document as unknown as WorkDocument).entry;
        const zone = this.config.timeZone;
        this.drop(localDay(from, zone), localDay(to ?? this.clock.now(), zone));
      }
    }
  }

  /** Drops the months of the days from the first to the last. */
  private drop(first: string, last: string): void {
    const [from, to] = [first.slice(0, 7), last.slice(0, 7)];
    for (const month of this.kept.keys()) if (month >= from && month <= to) this.kept.delete(month);
  }
}

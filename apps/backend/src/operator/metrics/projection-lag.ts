import { comparePositions } from '@gos/domain';
import { Inject, Injectable } from '@nestjs/common';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { Clock } from '../../kernel/clock';
import { ByteBudget } from '../../stores/event-log/byte-budget';
import { EVENT_LOG, type EventLog } from '../../stores/event-log/event-log';

const maxCounted = 1_000;
const cacheMs = 1_000;

export interface Lag {
  readonly applied: string | null;
  readonly end: string | null;
  readonly caughtUp: boolean;
  /** Number of events that are not applied yet, as far as one small read counts them. */
  readonly events: number;
  /** Age of the oldest of them in seconds; 0 when there is none. */
  readonly seconds: number;
}

/** How far the documents that this process reads are behind the log. The answer is cached for a second. */
@Injectable()
export class ProjectionLag {
  private asked: { readonly at: number; readonly answer: Promise<Lag> } | null = null;

  constructor(
    private readonly readModels: ActiveReadModels,
    @Inject(EVENT_LOG) private readonly log: EventLog,
    private readonly clock: Clock,
  ) {}

  /** @throws StoreUnavailable */
  now(): Promise<Lag> {
    if (this.asked && performance.now() - this.asked.at < cacheMs) return this.asked.answer;
    const answer = this.measure();
    const asked = { at: performance.now(), answer };
    this.asked = asked;
    answer.catch(() => {
      if (this.asked === asked) this.asked = null;
    });
    return answer;
  }

  private async measure(): Promise<Lag> {
    const end = await this.log.end();
    const { applied } = this.readModels;
    if (end === null || (applied !== null && comparePositions(applied, end) >= 0)) {
      return { applied, end, caughtUp: true, events: 0, seconds: 0 };
    }
    const missing = await this.log.readAll(applied, maxCounted, new ByteBudget());
    const oldest = missing[0] ? Date.parse(missing[0].metadata.at) : this.clock.now();
    const seconds = Math.max(0, (this.clock.now() - oldest) / 1_000);
    return { applied, end, caughtUp: missing.length === 0, events: missing.length, seconds };
  }
}

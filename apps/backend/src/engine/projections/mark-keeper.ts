import { Inject, Injectable, Logger } from '@nestjs/common';
import { withTimeout } from '../../kernel/time-limit';
import { EVENT_LOG, type EventLog } from '../../stores/event-log/event-log';
import type { LogPlace } from '../parts/marks';
import { StoreIdentity } from '../parts/store-identity';
import { ActiveReadModels } from './active-read-models';
import { Projections } from './projections';

const everyMs = 5_000;
const patienceMs = 2_000;

/** Has accounts and claims say how far they have come with the log, so that an older log is noticed. In the process that leads. */
@Injectable()
export class MarkKeeper {
  private readonly logger = new Logger('Installation');
  private timer: NodeJS.Timeout | undefined;
  private kept: LogPlace | null = null;
  private keeping: Promise<void> = Promise.resolve();

  constructor(
    private readonly parts: StoreIdentity,
    private readonly projections: Projections,
    private readonly readModels: ActiveReadModels,
    @Inject(EVENT_LOG) private readonly log: EventLog,
  ) {}

  start(): void {
    this.timer = setInterval(() => this.keepNow(), everyMs).unref();
  }

  /** Says it once more, unless a store does not answer. */
  async stop(): Promise<void> {
    if (this.timer === undefined) return;
    clearInterval(this.timer);
    await withTimeout(patienceMs, () => this.keepNow()).catch(() => {});
  }

  private keepNow(): Promise<void> {
    this.keeping = this.keeping
      .then(() => this.keep())
      .catch((error) => this.logger.warn(`How far the parts have come could not be kept: ${String(error)}`));
    return this.keeping;
  }

  private async keep(): Promise<void> {
    const { applied } = this.readModels;
    if (!this.projections.leads || applied === null || applied === this.kept?.position) return;
    const event = await this.log.at(applied);
    if (event === null) return;
    const before = this.kept ?? (await this.parts.keptPlace());
    const events = (before?.events ?? 0) + (await this.log.count(before?.position ?? null, applied));
    const place = { position: applied, id: event.id, events };
    await this.parts.keep(place);
    this.kept = place;
  }
}

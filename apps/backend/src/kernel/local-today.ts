import { endOfDay, localDay, startOfDay } from '@gos/domain';
import type { Clock } from './clock';

/** The present day in a time zone. Formatting an instant in a zone is slow, so the day is kept until it ends. */
export class LocalToday {
  private known = '';
  /** Milliseconds since 1970. */
  private start = Number.POSITIVE_INFINITY;
  private end = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly clock: Clock,
    private readonly zone: string,
  ) {}

  day(): string {
    const now = this.clock.now();
    if (now >= this.start && now < this.end) return this.known;
    this.known = localDay(now, this.zone);
    this.start = Date.parse(startOfDay(this.known, this.zone));
    this.end = Date.parse(endOfDay(this.known, this.zone));
    return this.known;
  }
}

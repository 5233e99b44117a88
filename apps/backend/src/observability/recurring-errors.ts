import type { LoggerService } from '@nestjs/common';
import { StoreUnavailable } from '../kernel/store-errors';

/** Longer than the longest pause between two tries, with the time that a try itself may take. */
const quietMs = 60_000;

/**
 * Logs errors of work that is retried: an error once, and again when it differs from the one before or returns after a
 * while. An unavailable store is logged in its own sentence, without a stack.
 */
export class RecurringErrors {
  private last = '';
  private lastAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly logger: Pick<LoggerService, 'warn' | 'error'>,
    private readonly now: () => number = () => performance.now(),
  ) {}

  report(error: unknown): void {
    const [before, beforeAt] = [this.last, this.lastAt];
    this.last = String(error);
    this.lastAt = this.now();
    if (this.last === before && this.lastAt - beforeAt < quietMs) return;
    if (error instanceof StoreUnavailable) this.logger.warn(error.message);
    else this.logger.error(error);
  }
}

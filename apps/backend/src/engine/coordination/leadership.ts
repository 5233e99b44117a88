import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import type { Clock } from '../../kernel/clock';
import type { Claims } from '../../stores/claims/claims';
import { Leases } from './leases';

/** A leader that does not renew within `ttlMs` may be replaced; it renews every `renewMs`. Others try every `askMs`. */
export const leaseTimes = { ttlMs: 6_000, renewMs: 1_500, askMs: 750 };

/** A period of leadership. */
export interface Term {
  /** Fencing token: grows whenever the leadership changes hands. */
  readonly fence: number;
  /**
   * Whether this process still leads; checked before every write. Answered from memory, by a monotonic clock, while no
   * other process can have taken over.
   */
  isHeld(): Promise<boolean>;
  /** Gives it up, also where that fails: others lead once the lease has run out then. */
  end(): Promise<void>;
}

interface LeadershipOptions {
  readonly claims: Claims;
  readonly clock: Clock;
  readonly name: string;
  readonly times?: typeof leaseTimes;
}

/**
 * Elects one leader among processes by a lease with a fencing token. Only saves work: writes of a stale leader do no
 * harm.
 */
export class Leadership {
  readonly holder = randomUUID();
  private readonly times: typeof leaseTimes;
  private readonly leases: Leases;

  constructor(private readonly options: LeadershipOptions) {
    this.times = options.times ?? leaseTimes;
    this.leases = new Leases(options.claims, options.clock);
  }

  /** Starts a term; null while another process leads. */
  async tryAcquire(): Promise<Term | null> {
    const asked = performance.now();
    const taken = await this.ask();
    return taken && this.term(taken.fence, asked);
  }

  private ask(): Promise<{ fence: number } | null> {
    return this.leases.tryAcquire(this.options.name, this.holder, this.times.ttlMs);
  }

  private term(fence: number, since: number): Term {
    let renewed = since;
    let lost = false;
    const renew = async () => {
      const asked = performance.now();
      const taken = await this.ask();
      if (taken?.fence === fence) renewed = asked;
      else lost = true;
    };
    let renewing: Promise<void> = Promise.resolve();
    const timer = setInterval(() => {
      renewing = renew().catch(() => {});
    }, this.times.renewMs);
    timer.unref();
    return {
      fence,
      isHeld: async () => {
        if (!lost && performance.now() - renewed > 2 * this.times.renewMs) await renew();
        if (lost) clearInterval(timer);
        return !lost;
      },
      end: async () => {
        clearInterval(timer);
        // A renewal still under way would take the lease again after it was ended.
        await renewing;
        if (lost) return;
        // Also when the store does not take it back: the lease runs out there.
        lost = true;
        await this.options.claims.releaseLease(this.options.name, this.holder);
      },
    };
  }
}

/** For a process with its own data: it always leads. */
const alone: Pick<Leadership, 'tryAcquire'> = {
  tryAcquire: async () => ({ fence: 1, isHeld: async () => true, end: async () => {} }),
};

/** The leaderships that this process may take; null means never. */
export interface Leaderships {
  readonly projector: Pick<Leadership, 'tryAcquire'> | null;
  readonly reactor: Pick<Leadership, 'tryAcquire'> | null;
  /** Whether other processes read the documents that this one keeps. */
  readonly shared: boolean;
}

export const LEADERSHIPS = Symbol('Leaderships');

export const soleProcess: Leaderships = { projector: alone, reactor: alone, shared: false };

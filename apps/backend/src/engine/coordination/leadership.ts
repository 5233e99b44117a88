import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import type { Clock } from '../../kernel/clock';
import type { Claims } from '../../stores/claims/claims';
import { Leases } from './leases';

/** How long a leader that says nothing is waited for, and how often it says that it is there. */
export const leaseTimes = { ttlMs: 6_000, renewMs: 1_500, askMs: 750 };

/** The time during which one process does what only one may do. */
export interface Term {
  /** Grows with every change of hands. */
  readonly fence: number;
  /**
   * Whether this process still leads, asked before anything is written. Answers from memory for as long as nobody else can have
   * taken over, by a clock that cannot be set.
   */
  isHeld(): Promise<boolean>;
  end(): Promise<void>;
}

interface LeadershipOptions {
  readonly claims: Claims;
  readonly clock: Clock;
  readonly name: string;
  readonly times?: typeof leaseTimes;
}

/** One leader among several processes, by a lease with a fence. Only an economy: what a stale leader writes does no harm. */
export class Leadership {
  readonly holder = randomUUID();
  private readonly times: typeof leaseTimes;
  private readonly leases: Leases;

  constructor(private readonly options: LeadershipOptions) {
    this.times = options.times ?? leaseTimes;
    this.leases = new Leases(options.claims, options.clock);
  }

  /** Leads now, or null while another process does. */
  async take(): Promise<Term | null> {
    const asked = performance.now();
    const taken = await this.ask();
    return taken && this.term(taken.fence, asked);
  }

  private ask(): Promise<{ fence: number } | null> {
    return this.leases.take(this.options.name, this.holder, this.times.ttlMs);
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
        // What is on its way would take again what is given up.
        await renewing;
        if (!lost) await this.options.claims.endLease(this.options.name, this.holder);
        lost = true;
      },
    };
  }
}

/** A process that shares its data with nobody leads always. */
const alone: Pick<Leadership, 'take'> = {
  take: async () => ({ fence: 1, isHeld: async () => true, end: async () => {} }),
};

/** What of the work that only one process does at a time this process may do; null is never. */
export interface Leading {
  readonly projector: Pick<Leadership, 'take'> | null;
  readonly reactor: Pick<Leadership, 'take'> | null;
  /** Whether other processes may read what this one keeps. */
  readonly shared: boolean;
}

export const LEADING = Symbol('Leading');

export const leadingAlone: Leading = { projector: alone, reactor: alone, shared: false };

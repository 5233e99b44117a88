import { performance } from 'node:perf_hooks';
import type { Clock } from '../../kernel/clock';
import type { Claims, Lease } from '../../stores/claims/claims';

interface Seen extends Lease {
  /** By the monotonic clock. */
  readonly since: number;
}

/**
 * Leases expire by the system clock, which may jump and differs between processes. So a lease that expires more than
 * `ttlMs` ahead may be taken once its holder has not renewed it for `ttlMs`, measured by the monotonic clock.
 */
export class Leases {
  private readonly seen = new Map<string, Seen>();

  constructor(
    private readonly claims: Claims,
    private readonly clock: Clock,
  ) {}

  /** Takes or renews a lease; null while another holder has it. */
  async tryAcquire(name: string, holder: string, ttlMs: number): Promise<{ readonly fence: number } | null> {
    const now = this.clock.now();
    const taken = await this.claims.acquireLease(name, holder, { now, ttlMs });
    if (taken) {
      this.seen.delete(name);
      return taken;
    }
    const held = await this.claims.getLease(name);
    if (!held || held.expiresAt <= now + ttlMs) return null;
    const seen = this.seen.get(name);
    if (seen?.holder !== held.holder || seen.expiresAt !== held.expiresAt) {
      this.seen.set(name, { ...held, since: performance.now() });
      return null;
    }
    if (performance.now() - seen.since < ttlMs) return null;
    return this.claims.acquireLease(name, holder, { now: held.expiresAt, ttlMs });
  }
}

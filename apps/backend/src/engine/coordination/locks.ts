import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock';
import { KeyedMutex } from '../../kernel/keyed-mutex';
import { StoreUnavailable } from '../../kernel/store-errors';
import { CLAIMS, type Claims } from '../../stores/claims/claims';
import { Leases } from './leases';

const ttlMs = 15_000;
/** What takes longer keeps its lock. */
const renewMs = 3_000;
const askMs = 40;
const patienceMs = 10_000;

/**
 * For the few rules over several streams that no one stream keeps: what holds a lock runs alone, in this process and in those
 * beside it. Whoever dies with it is waited for no longer than seconds.
 */
@Injectable()
export class Locks {
  private readonly mutex = new KeyedMutex();
  private readonly leases: Leases;

  constructor(
    @Inject(CLAIMS) private readonly claims: Claims,
    clock: Clock,
  ) {
    this.leases = new Leases(claims, clock);
  }

  /** @throws StoreUnavailable when it is not to be had */
  hold<T>(name: string, action: () => Promise<T>): Promise<T> {
    return this.mutex.run(name, async () => {
      const [lease, holder] = [`lock-${name}`, randomUUID()];
      const since = performance.now();
      while (!(await this.leases.take(lease, holder, ttlMs))) {
        if (performance.now() - since > patienceMs)
          throw new StoreUnavailable(`The lock ${name} is held by another process`, 'not-written');
        await sleep(askMs);
      }
      let renewing: Promise<unknown> = Promise.resolve();
      const timer = setInterval(() => {
        renewing = this.leases.take(lease, holder, ttlMs).catch(() => {});
      }, renewMs);
      try {
        return await action();
      } finally {
        clearInterval(timer);
        // What is on its way would take again what is given up.
        await renewing;
        // It ends by itself too; what was done under it is done.
        await this.claims.endLease(lease, holder).catch(() => {});
      }
    });
  }
}

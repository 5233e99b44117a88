import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock';
import { KeyedMutex } from '../../kernel/keyed-mutex';
import { StoreUnavailable } from '../../kernel/store-errors';
import { CLAIMS, type Claims } from '../../stores/claims/claims';
import { Leases } from './leases';

const ttlMs = 15_000;
/** Renewal keeps the lock during an action that takes longer than `ttlMs`. */
const renewMs = 3_000;
const retryMs = 40;
const timeoutMs = 10_000;

/**
 * Locks across processes, for the few rules that span several streams. Actions under one lock run one at a time; the
 * lock of a crashed process expires after `ttlMs`.
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

  /** @throws StoreUnavailable when the lock is not free within `patienceMs` */
  hold<T>(name: string, action: () => Promise<T>): Promise<T> {
    return this.mutex.run(name, async () => {
      const [lease, holder] = [`lock-${name}`, randomUUID()];
      const since = performance.now();
      while (!(await this.leases.tryAcquire(lease, holder, ttlMs))) {
        if (performance.now() - since > timeoutMs)
          throw new StoreUnavailable(`The lock ${name} is held by another process`, 'not-written');
        await sleep(retryMs);
      }
      let renewing: Promise<unknown> = Promise.resolve();
      const timer = setInterval(() => {
        renewing = this.leases.tryAcquire(lease, holder, ttlMs).catch(() => {});
      }, renewMs);
      try {
        return await action();
      } finally {
        clearInterval(timer);
        // A renewal still under way would take the lease again after it was ended.
        await renewing;
        // An error here does not undo the action; the lease expires by itself.
        await this.claims.releaseLease(lease, holder).catch(() => {});
      }
    });
  }
}

import { limits, refuse } from '@gos/domain';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock';
import { LeakyBuckets } from '../../../kernel/leaky-buckets';
import { Refused } from '../../../kernel/refused';

const bytesADay = limits.incomingPayloads.mebibytesADay * 1024 * 1024;
const minutesOfDay = 24 * 60;

/** Bytes that each webhook takes in, of this process: payloads are kept for weeks, and a host may send without end. */
@Injectable()
export class IncomingQuota {
  private readonly taken = new LeakyBuckets({
    capacity: bytesADay,
    perMinute: bytesADay / minutesOfDay,
    mostKeys: 10_000,
  });

  constructor(private readonly clock: Clock) {}

  /** @throws Refused with `limit.incoming` when the webhook has no room for so many bytes */
  mustHaveRoom(webhookId: number, bytes: number): void {
    const seconds = this.taken.secondsToWait(String(webhookId), this.clock.now(), bytes);
    if (seconds > 0)
      throw new Refused(refuse('limit.incoming', { params: limits.incomingPayloads }), undefined, seconds);
  }

  add(webhookId: number, bytes: number): void {
    this.taken.add(String(webhookId), this.clock.now(), bytes);
  }
}

import type { RefusedDelivery } from '@gos/contract';
import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock';
import { ACCOUNTS, type Accounts, putRecord } from '../../stores/accounts/accounts';

interface Refusal {
  /** milliseconds since 1970 */
  readonly at: number;
  /** absent in records of earlier versions, which noted wrong signatures only */
  readonly reason?: RefusedDelivery;
}

/** Anybody may send what is refused, as often as they like: each process notes one in this time. */
const pauseMs = 10_000;
const idOf = (webhookId: number) => `${webhookId}.refused`;

/** When and why a delivery was last refused, until one is taken: the way to see that the other end has a wrong secret or is not supported. */
@Injectable()
export class WebhookRefusals {
  private readonly noted = new Map<number, number>();

  constructor(
    @Inject(ACCOUNTS) private readonly accounts: Accounts,
    private readonly clock: Clock,
  ) {}

  /** Resolves with whether it was noted. */
  async note(webhookId: number, reason: RefusedDelivery): Promise<boolean> {
    const at = this.clock.now();
    const before = this.noted.get(webhookId);
    if (before !== undefined && Math.abs(at - before) < pauseMs) return false;
    this.noted.set(webhookId, at);
    await putRecord<Refusal>(this.accounts, 'webhook', idOf(webhookId), { at, reason });
    return true;
  }

  /** One was taken, or the webhook was removed. */
  async forget(webhookId: number): Promise<void> {
    this.noted.delete(webhookId);
    if (await this.accounts.get('webhook', idOf(webhookId))) await this.accounts.remove('webhook', idOf(webhookId));
  }

  async latest(webhookIds: readonly number[]): Promise<ReadonlyMap<number, Required<Refusal>>> {
    const records = await this.accounts.getMany<Refusal>('webhook', webhookIds.map(idOf));
    return new Map(records.map(({ id, value }) => [Number.parseInt(id, 10), { reason: 'signature', ...value }]));
  }
}

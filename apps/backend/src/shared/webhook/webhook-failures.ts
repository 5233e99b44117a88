import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock';
import { ACCOUNTS, type Accounts, KeyTaken } from '../../stores/accounts/accounts';

interface Failing {
  readonly since: number;
}

/** Nothing but failures for this long switches a webhook off. */
const patienceMs = 5 * 24 * 60 * 60 * 1_000;
const idOf = (webhookId: number) => `${webhookId}.failing`;

/** Since when nothing that a webhook sends has arrived. */
@Injectable()
export class WebhookFailures {
  constructor(
    @Inject(ACCOUNTS) private readonly accounts: Accounts,
    private readonly clock: Clock,
  ) {}

  /** Notes a failure; resolves with whether it has gone on for too long. */
  async failed(webhookId: number): Promise<boolean> {
    const now = this.clock.now();
    const known = await this.accounts.get<Failing>('webhook', idOf(webhookId));
    if (known) return now - known.value.since >= patienceMs;
    try {
      await this.accounts.insert<Failing>('webhook', idOf(webhookId), { since: now });
    } catch (error) {
      if (!(error instanceof KeyTaken)) throw error;
    }
    return false;
  }

  /** Something has arrived, or somebody has switched the webhook on. */
  async forget(webhookId: number): Promise<void> {
    const known = await this.accounts.get('webhook', idOf(webhookId));
    if (known) await this.accounts.remove('webhook', idOf(webhookId));
  }
}

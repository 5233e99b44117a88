import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock';
import { ACCOUNTS, type Accounts, changeRecord } from '../../stores/accounts/accounts';

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
    return changeRecord<Failing, boolean>(this.accounts, 'webhook', idOf(webhookId), (known) =>
      known ? { answer: now - known.since >= patienceMs } : { next: { since: now }, answer: false },
    );
  }

  /** Something has arrived, or somebody has switched the webhook on. */
  async forget(webhookId: number): Promise<void> {
    const known = await this.accounts.get('webhook', idOf(webhookId));
    if (known) await this.accounts.remove('webhook', idOf(webhookId));
  }
}

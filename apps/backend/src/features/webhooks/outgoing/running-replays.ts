import { refuse } from '@gos/domain';
import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock';
import { Refused } from '../../../kernel/refused';
import { ACCOUNTS, type Accounts, changeRecord } from '../../../stores/accounts/accounts';

interface Running {
  /** of the replay */
  readonly id: string;
  /** When it last made progress, in milliseconds since 1970. */
  readonly at: number;
}

/** A replay without progress for this long was lost with its job. A job waits five seconds while the target keeps up with nothing. */
const lostAfterMs = 15 * 60_000;
const idOf = (webhookId: number) => `${webhookId}.replay`;

/** The replay that each webhook has under way: one at a time, in all processes. */
@Injectable()
export class RunningReplays {
  constructor(
    @Inject(ACCOUNTS) private readonly accounts: Accounts,
    private readonly clock: Clock,
  ) {}

  /**
   * Takes the webhook's place for a replay, or keeps it; resolves with whether it is new.
   * @throws Refused with `webhook.replay.running`
   */
  async take(webhookId: number, id: string): Promise<boolean> {
    const next: Running = { id, at: this.clock.now() };
    return changeRecord<Running, boolean>(this.accounts, 'webhook', idOf(webhookId), (known) => {
      const isNew = known?.id !== id;
      if (known && isNew && next.at - known.at < lostAfterMs) throw new Refused(refuse('webhook.replay.running'));
      return { next, answer: isNew };
    });
  }

  /** Whether the replay still has the webhook's place; notes that it makes progress. */
  async goesOn(webhookId: number, id: string): Promise<boolean> {
    const known = await this.accounts.get<Running>('webhook', idOf(webhookId));
    if (known?.value.id !== id) return false;
    await this.accounts.replace('webhook', idOf(webhookId), known.version, { id, at: this.clock.now() });
    return true;
  }

  async end(webhookId: number, id: string): Promise<void> {
    const known = await this.accounts.get<Running>('webhook', idOf(webhookId));
    if (known?.value.id === id) await this.accounts.remove('webhook', idOf(webhookId));
  }
}

import { refuse } from '@gos/domain';
import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock';
import { Refused } from '../../../kernel/refused';
import { again, retryOptimistic } from '../../../kernel/until-settled';
import { ACCOUNTS, type Accounts, KeyTaken } from '../../../stores/accounts/accounts';

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
    return retryOptimistic(async () => {
      const known = await this.accounts.get<Running>('webhook', idOf(webhookId));
      if (!known) {
        try {
          await this.accounts.insert('webhook', idOf(webhookId), next);
          return true;
        } catch (error) {
          if (!(error instanceof KeyTaken)) throw error;
          return again;
        }
      }
      const { value, version } = known;
      if (value.id !== id && next.at - value.at < lostAfterMs) throw new Refused(refuse('webhook.replay.running'));
      const isNew = value.id !== id;
      return (await this.accounts.replace('webhook', idOf(webhookId), version, next)) ? isNew : again;
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

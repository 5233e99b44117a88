import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock';
import { ACCOUNTS, type Accounts, changeRecord } from '../../stores/accounts/accounts';

const keptMs = 24 * 60 * 60 * 1_000;
const batch = 1_000;

interface Seen {
  readonly at: number;
}

/** The times when people were last connected: personal data, stored outside the log for a day. */
@Injectable()
export class LastSeen {
  constructor(
    @Inject(ACCOUNTS) private readonly accounts: Accounts,
    private readonly clock: Clock,
  ) {}

  async note(userId: number): Promise<void> {
    const at = this.clock.now();
    return changeRecord<Seen, void>(this.accounts, 'seen', String(userId), (known) => ({
      next: known && known.at >= at ? undefined : { at },
      keys: { expiresAt: at + keptMs },
      answer: undefined,
    }));
  }

  /** In milliseconds since 1970, by person. */
  async all(): Promise<ReadonlyMap<number, number>> {
    const oldest = this.clock.now() - keptMs;
    const seen = new Map<number, number>();
    let after: string | undefined;
    for (;;) {
      const records = await this.accounts.list<Seen>('seen', { after, limit: batch });
      for (const { id, value } of records) if (value.at > oldest) seen.set(Number(id), value.at);
      if (records.length < batch) return seen;
      after = records.at(-1)!.id;
    }
  }

  sweep(): Promise<number> {
    return this.accounts.sweep('seen', this.clock.now());
  }
}

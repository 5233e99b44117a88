import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock';
import { ACCOUNTS, type Accounts } from '../../stores/accounts/accounts';
import { InstallationSettings } from '../installation/settings';

interface Address {
  readonly ip: string;
  readonly at: number;
}

const dayMs = 24 * 60 * 60 * 1_000;

/**
 * The IP addresses that entries of work came from: personal data, stored outside the log for the number of days in a
 * setting.
 */
@Injectable()
export class WorkAddresses {
  constructor(
    @Inject(ACCOUNTS) private readonly accounts: Accounts,
    private readonly settings: InstallationSettings,
    private readonly clock: Clock,
  ) {}

  /** The first address of an entry stays. */
  async keep(entryId: number, ip: string): Promise<void> {
    const at = this.clock.now();
    const known = await this.accounts.get('address', String(entryId));
    // The record's expiry is its age, so `sweep` finds older ones by it.
    if (!known) await this.accounts.insert<Address>('address', String(entryId), { ip, at }, { expiresAt: at });
  }

  /** By entry; those that are too old are gone, also before they are swept. */
  async of(entryIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
    if (entryIds.length === 0) return new Map();
    const records = await this.accounts.getMany<Address>('address', entryIds.map(String));
    const oldest = this.oldest();
    return new Map(records.flatMap(({ id, value }) => (value.at > oldest ? [[Number(id), value.ip] as const] : [])));
  }

  async forget(entryIds: readonly number[]): Promise<void> {
    for (const id of entryIds) await this.accounts.remove('address', String(id));
  }

  sweep(): Promise<number> {
    return this.accounts.sweep('address', this.oldest());
  }

  private oldest(): number {
    return this.clock.now() - this.settings.now.ipDays * dayMs;
  }
}

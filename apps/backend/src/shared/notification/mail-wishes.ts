import {
  type Delivery,
  deliveriesOf,
  type NotificationDeliveries,
  type NotificationKind,
  notificationKinds,
  notificationPreference,
} from '@gos/domain';
import { tableOf } from '@gos/domain/kernel/tables';
import { Inject, Injectable } from '@nestjs/common';
import { again, retryOptimistic } from '../../kernel/until-settled';
import { ACCOUNTS, type Accounts, KeyTaken } from '../../stores/accounts/accounts';

interface Kept {
  readonly value: unknown;
}

const idOf = (userId: number) => `${userId}:${notificationPreference}`;
const off: Delivery = 'off';

/** The deliveries that people chose for mails about their notifications. */
@Injectable()
export class MailWishes {
  constructor(@Inject(ACCOUNTS) private readonly accounts: Accounts) {}

  async of(userIds: readonly number[]): Promise<ReadonlyMap<number, NotificationDeliveries>> {
    const records = await this.accounts.getMany<Kept>('preference', userIds.map(idOf));
    const kept = new Map(records.map(({ id, value }) => [id, value.value]));
    return new Map(userIds.map((userId) => [userId, deliveriesOf(kept.get(idOf(userId)))]));
  }

  /** No more mails of a kind, or at all. */
  async switchOff(userId: number, which: NotificationKind | 'all'): Promise<void> {
    const kinds = which === 'all' ? notificationKinds : [which];
    const id = idOf(userId);
    return retryOptimistic(async () => {
      const record = await this.accounts.get<Kept>('preference', id);
      const value = { ...deliveriesOf(record?.value.value), ...tableOf(kinds, () => off) };
      if (record) return (await this.accounts.replace('preference', id, record.version, { value })) ? undefined : again;
      try {
        await this.accounts.insert('preference', id, { value }, { refs: [`person:${userId}`] });
        return undefined;
      } catch (error) {
        // It was set meanwhile.
        if (!(error instanceof KeyTaken)) throw error;
        return again;
      }
    });
  }
}

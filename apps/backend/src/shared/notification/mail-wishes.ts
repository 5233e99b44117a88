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
import { ACCOUNTS, type Accounts, changeRecord } from '../../stores/accounts/accounts';

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
    return changeRecord<Kept, void>(this.accounts, 'preference', idOf(userId), (known) => ({
      next: { value: { ...deliveriesOf(known?.value), ...tableOf(kinds, () => off) } },
      keys: { refs: [`person:${userId}`] },
      answer: undefined,
    }));
  }
}

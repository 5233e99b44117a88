import { pathOf, unsubscribePages } from '@gos/contract';
import { isNotificationKind, type NotificationKind } from '@gos/domain';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../../kernel/config';
import { keyFor } from '../../../kernel/keys';
import { Sealing } from '../../../kernel/sealing';

/** Whom a mail went to, and what they may want no more of. */
export interface Unsubscribed {
  readonly userId: number;
  readonly which: NotificationKind | 'all';
}

const owner = 'mails';

/** Addresses in mails by which their reader, without signing in, wants no more of them. */
@Injectable()
export class Unsubscribing {
  private readonly sealing: Sealing;

  constructor(@Inject(CONFIG) config: Config) {
    this.sealing = new Sealing(keyFor(config, 'unsubscribing'));
  }

  addressOf({ userId, which }: Unsubscribed, origin: string): URL {
    const token = this.sealing.seal(`${userId} ${which}`, owner);
    return new URL(`${origin}/api${pathOf(unsubscribePages.ask.route, { token })}`);
  }

  /** null for a token that is not ours */
  read(token: string): Unsubscribed | null {
    const [userId, which = ''] = this.sealing.open(token, owner)?.split(' ') ?? [];
    if (!userId || !(which === 'all' || isNotificationKind(which))) return null;
    return { userId: Number(userId), which };
  }
}

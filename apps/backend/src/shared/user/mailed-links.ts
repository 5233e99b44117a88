import { createHash, createHmac } from 'node:crypto';
import type { Clock } from '../../kernel/clock';
import type { AccountKind, AccountRecord, Accounts } from '../../stores/accounts/accounts';

interface MailedLink {
  /** Hash of the link's token: the token itself is never stored. */
  readonly hash: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

interface PersonLink extends MailedLink {
  readonly userId: number;
  readonly used: boolean;
}

export const uniqueByHash = (hash: string) => `hash:${hash}`;

/**
 * Links of one kind that are mailed. A link's token is an HMAC of a random nonce, so that a mail that is tried again contains the same
 * link.
 */
export abstract class MailedLinks<T extends MailedLink> {
  /** @param key of `keyFor`, for the purpose of the links */
  constructor(
    protected readonly accounts: Accounts,
    protected readonly clock: Clock,
    private readonly kind: AccountKind,
    private readonly key: Buffer,
  ) {}

  /** The link with this token until it expires, used or not. */
  async find(token: string): Promise<AccountRecord<T> | null> {
    return this.unexpired(await this.accounts.byUnique<T>(this.kind, uniqueByHash(this.hashOf(token))));
  }

  /** Removes expired links. */
  async sweep(): Promise<void> {
    await this.accounts.sweep(this.kind, this.clock.now());
  }

  /** @param nonce random, at least 16 bytes */
  protected tokenFrom(nonce: string): string {
    return createHmac('sha256', this.key).update(nonce).digest('base64url');
  }

  protected hashOf(token: string): string {
    return createHash('sha256').update(token).digest('base64url');
  }

  protected unexpired(record: AccountRecord<T> | undefined): AccountRecord<T> | null {
    return record && record.value.expiresAt > this.clock.now() ? record : null;
  }
}

/** Links of which each person has one, the newest; each can be used once. */
export abstract class PersonLinks<T extends PersonLink> extends MailedLinks<T> {
  /** Uses the link up; returns false when it was used, replaced or withdrawn meanwhile. */
  async use({ kind, id, version, value }: AccountRecord<T>): Promise<boolean> {
    return !value.used && this.accounts.replace(kind, id, version, { ...value, used: true });
  }

  protected keysOf({ userId, hash, expiresAt }: PersonLink) {
    return { unique: [uniqueByHash(hash)], refs: [`person:${userId}`], expiresAt };
  }
}

import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock';
import { CONFIG, type Config } from '../../kernel/config';
import { keyFor } from '../../kernel/keys';
import { ACCOUNTS, type Accounts, changeRecord, putRecord } from '../../stores/accounts/accounts';
import { PersonLinks } from './mailed-links';

/** Instants are milliseconds since 1970. */
interface EmailLink {
  readonly userId: number;
  readonly email: string;
  /** The person's epoch when they requested the link, which is void once the epoch has risen. */
  readonly epoch: number;
  readonly nonce: string;
  readonly hash: string;
  readonly expiresAt: number;
  readonly used: boolean;
}

const kind = 'emailLink';
const validMs = 24 * 60 * 60_000;

/** Links that confirm a new e-mail address, valid for a day. */
@Injectable()
export class EmailLinks extends PersonLinks<EmailLink> {
  constructor(@Inject(ACCOUNTS) accounts: Accounts, @Inject(CONFIG) config: Config, clock: Clock) {
    super(accounts, clock, kind, keyFor(config, 'email'));
  }

  /** Replaces the person's earlier link. Returns the nonce by which its mail finds it. */
  async make(userId: number, email: string, epoch: number): Promise<string> {
    const nonce = randomBytes(16).toString('base64url');
    const hash = this.hashOf(this.tokenFrom(nonce));
    const expiresAt = this.clock.now() + validMs;
    const link: EmailLink = { userId, email, epoch, nonce, hash, expiresAt, used: false };
    await putRecord(this.accounts, kind, String(userId), link, this.keysOf(link));
    return nonce;
  }

  /** The person's link, while it can be used. */
  async pending(userId: number): Promise<EmailLink | null> {
    const value = this.unexpired(await this.accounts.get<EmailLink>(kind, String(userId)))?.value;
    return value && !value.used ? value : null;
  }

  tokenOf({ nonce }: EmailLink): string {
    return this.tokenFrom(nonce);
  }

  /** Withdraws the person's link; false when there is none, or when it was used. */
  withdraw(userId: number): Promise<boolean> {
    return changeRecord<EmailLink, boolean>(this.accounts, kind, String(userId), (link) => {
      if (!link || link.used || link.expiresAt <= this.clock.now()) return { answer: false };
      const next = { ...link, used: true, expiresAt: 0 };
      return { next, keys: this.keysOf(next), answer: true };
    });
  }
}

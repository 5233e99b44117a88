import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock';
import { CONFIG, type Config } from '../../kernel/config';
import { keyFor } from '../../kernel/keys';
import { again, retryOptimistic } from '../../kernel/until-settled';
import { ACCOUNTS, type AccountRecord, type Accounts, putRecord } from '../../stores/accounts/accounts';
import { MailedTokens } from './mailed-tokens';

/** Instants are milliseconds since 1970. */
interface EmailLink {
  readonly userId: number;
  readonly email: string;
  /** The person's epoch when they asked; the link is void once it has risen. */
  readonly epoch: number;
  readonly nonce: string;
  readonly hash: string;
  readonly expiresAt: number;
  readonly used: boolean;
}
type EmailLinkRecord = AccountRecord<EmailLink>;

const kind = 'emailLink';
const validMs = 24 * 60 * 60_000;
const keysOf = ({ userId, hash, expiresAt }: EmailLink) => ({
  unique: [`hash:${hash}`],
  refs: [`person:${userId}`],
  expiresAt,
});

/** Links that confirm a new e-mail address: one per person, the newest, for a day and one use. */
@Injectable()
export class EmailLinks {
  private readonly tokens: MailedTokens;

  constructor(
    @Inject(ACCOUNTS) private readonly accounts: Accounts,
    @Inject(CONFIG) config: Config,
    private readonly clock: Clock,
  ) {
    this.tokens = new MailedTokens(keyFor(config, 'email'));
  }

  /** Replaces the person's earlier link. Returns the nonce by which its mail finds it. */
  async make(userId: number, email: string, epoch: number): Promise<string> {
    const nonce = randomBytes(16).toString('base64url');
    const hash = MailedTokens.hashOf(this.tokens.tokenOf(nonce));
    const expiresAt = this.clock.now() + validMs;
    const link: EmailLink = { userId, email, epoch, nonce, hash, expiresAt, used: false };
    await putRecord(this.accounts, kind, String(userId), link, keysOf(link));
    return nonce;
  }

  /** The person's link, while it can be used. */
  async pending(userId: number): Promise<EmailLink | null> {
    const value = this.valid(await this.accounts.get<EmailLink>(kind, String(userId)))?.value;
    return value && !value.used ? value : null;
  }

  tokenOf({ nonce }: EmailLink): string {
    return this.tokens.tokenOf(nonce);
  }

  /** The link with this token until it expires, used or not. */
  async find(token: string): Promise<EmailLinkRecord | null> {
    return this.valid(await this.accounts.byUnique<EmailLink>(kind, `hash:${MailedTokens.hashOf(token)}`));
  }

  /** Uses the link up; false when it was used, replaced or withdrawn meanwhile. */
  async use({ id, version, value }: EmailLinkRecord): Promise<boolean> {
    return !value.used && this.accounts.replace(kind, id, version, { ...value, used: true });
  }

  /** Withdraws the person's link; false when there is none, or when it was used. */
  withdraw(userId: number): Promise<boolean> {
    return retryOptimistic(async () => {
      const record = this.valid(await this.accounts.get<EmailLink>(kind, String(userId)));
      if (!record || record.value.used) return false;
      const gone = { ...record.value, used: true, expiresAt: 0 };
      return (await this.accounts.replace(kind, record.id, record.version, gone, keysOf(gone))) ? true : again;
    });
  }

  /** Removes expired links. */
  async sweep(): Promise<void> {
    await this.accounts.sweep(kind, this.clock.now());
  }

  private valid(record: EmailLinkRecord | undefined): EmailLinkRecord | null {
    return record && record.value.expiresAt > this.clock.now() ? record : null;
  }
}

import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock';
import { CONFIG, type Config } from '../../kernel/config';
import { keyFor } from '../../kernel/keys';
import { ACCOUNTS, type AccountRecord, type Accounts, changeRecord } from '../../stores/accounts/accounts';
import { MailedTokens } from './mailed-tokens';
import { comparedEmail, type PersonData } from './person';

/** Instants are milliseconds since 1970. */
interface Recovery {
  readonly userId: number;
  readonly hash: string;
  readonly askedAt: number;
  readonly expiresAt: number;
  /** Of the password at that time: the link is for no other one. */
  readonly passwordMark: string;
  /** Of the address that the link was mailed to; absent in links of earlier versions. */
  readonly emailMark?: string;
  readonly used: boolean;
}
export type RecoveryRecord = AccountRecord<Recovery>;

const kind = 'recovery';
const validMs = 60 * 60_000;

const hashOf = (value: string) => createHash('sha256').update(value).digest('base64url');
const markOf = ({ passwordHash }: Pick<PersonData, 'passwordHash'>) => hashOf(String(passwordHash));
const emailMarkOf = ({ email }: Pick<PersonData, 'email'>) => hashOf(comparedEmail(email));
const keysOf = ({ userId, hash, expiresAt }: Recovery) => ({
  unique: [`hash:${hash}`],
  refs: [`person:${userId}`],
  expiresAt,
});

/** Links by which people choose a new password: one a person, the newest, for an hour and one use. */
@Injectable()
export class Recoveries {
  private readonly tokens: MailedTokens;

  constructor(
    @Inject(ACCOUNTS) private readonly accounts: Accounts,
    @Inject(CONFIG) config: Config,
    private readonly clock: Clock,
  ) {
    this.tokens = new MailedTokens(keyFor(config, 'recovery'));
  }

  /**
   * The token of the link that was asked for, valid for an hour from now; the same one at every attempt. Null when it was used, or
   * another link was asked for later.
   * @param nonce of the asking; random
   */
  async issue(
    userId: number,
    data: PersonData,
    { nonce, askedAt }: { readonly nonce: string; readonly askedAt: number },
  ): Promise<string | null> {
    const token = this.tokens.tokenOf(nonce);
    const hash = MailedTokens.hashOf(token);
    const expiresAt = this.clock.now() + validMs;
    const marks = { passwordMark: markOf(data), emailMark: emailMarkOf(data) };
    const next: Recovery = { userId, hash, askedAt, expiresAt, ...marks, used: false };
    return changeRecord<Recovery, string | null>(this.accounts, kind, String(userId), (known) => {
      const isOver = known && (known.hash === hash ? known.used : known.askedAt > askedAt);
      return isOver ? { answer: null } : { next, keys: keysOf(next), answer: token };
    });
  }

  /** The link with this token, for its hour; it may be used. */
  async find(token: string): Promise<RecoveryRecord | null> {
    const record = await this.accounts.byUnique<Recovery>(kind, `hash:${MailedTokens.hashOf(token)}`);
    return record && record.value.expiresAt > this.clock.now() ? record : null;
  }

  /** Whether the person still has the password and the address of the time when the link was mailed. */
  isFor({ value: { passwordMark, emailMark } }: RecoveryRecord, data: PersonData): boolean {
    return passwordMark === markOf(data) && (emailMark === undefined || emailMark === emailMarkOf(data));
  }

  /** Uses the link up; false when somebody else did, or asked for another one, meanwhile. */
  use({ id, version, value }: RecoveryRecord): Promise<boolean> {
    return this.accounts.replace(kind, id, version, { ...value, used: true });
  }

  /** Removes expired links. */
  async sweep(): Promise<void> {
    await this.accounts.sweep(kind, this.clock.now());
  }
}

import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock';
import { CONFIG, type Config } from '../../kernel/config';
import { keyFor } from '../../kernel/keys';
import { ACCOUNTS, type AccountRecord, type Accounts, changeRecord } from '../../stores/accounts/accounts';
import { PersonLinks } from './mailed-links';
import { comparedEmail, type PersonData } from './person';

/** Instants are milliseconds since 1970. */
interface Recovery {
  readonly userId: number;
  readonly hash: string;
  readonly askedAt: number;
  readonly expiresAt: number;
  /** Hash of the password at that time: a change of the password voids the link. */
  readonly passwordMark: string;
  /** Hash of the address that the link was mailed to; absent in links of earlier versions. */
  readonly emailMark?: string;
  readonly used: boolean;
}
export type RecoveryRecord = AccountRecord<Recovery>;

const kind = 'recovery';
const validMs = 60 * 60_000;

const marked = (value: string) => createHash('sha256').update(value).digest('base64url');
const markOf = ({ passwordHash }: Pick<PersonData, 'passwordHash'>) => marked(String(passwordHash));
const emailMarkOf = ({ email }: Pick<PersonData, 'email'>) => marked(comparedEmail(email));

/** Links by which people choose a new password, valid for an hour. */
@Injectable()
export class Recoveries extends PersonLinks<Recovery> {
  constructor(@Inject(ACCOUNTS) accounts: Accounts, @Inject(CONFIG) config: Config, clock: Clock) {
    super(accounts, clock, kind, keyFor(config, 'recovery'));
  }

  /**
   * Returns the token of the requested link, valid for an hour from now; the same one at every attempt. Null when it was used, or
   * when another link was requested later.
   * @param nonce of the request; random
   */
  async issue(
    userId: number,
    data: PersonData,
    { nonce, askedAt }: { readonly nonce: string; readonly askedAt: number },
  ): Promise<string | null> {
    const token = this.tokenFrom(nonce);
    const hash = this.hashOf(token);
    const expiresAt = this.clock.now() + validMs;
    const marks = { passwordMark: markOf(data), emailMark: emailMarkOf(data) };
    const next: Recovery = { userId, hash, askedAt, expiresAt, ...marks, used: false };
    return changeRecord<Recovery, string | null>(this.accounts, kind, String(userId), (known) => {
      const isOver = known && (known.hash === hash ? known.used : known.askedAt > askedAt);
      return isOver ? { answer: null } : { next, keys: this.keysOf(next), answer: token };
    });
  }

  /** Whether the person still has the password and the address of the time when the link was mailed. */
  isFor({ value: { passwordMark, emailMark } }: RecoveryRecord, data: PersonData): boolean {
    return passwordMark === markOf(data) && (emailMark === undefined || emailMark === emailMarkOf(data));
  }
}

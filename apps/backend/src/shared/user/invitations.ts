import { randomBytes } from 'node:crypto';
import type { GlobalRole } from '@gos/domain';
import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock';
import { CONFIG, type Config, originOf } from '../../kernel/config';
import { keyFor } from '../../kernel/keys';
import { again, retryOptimistic } from '../../kernel/until-settled';
import { ACCOUNTS, type AccountRecord, type Accounts, insertUnlessTaken } from '../../stores/accounts/accounts';
import { MailedLinks, uniqueByHash } from './mailed-links';
import { comparedEmail } from './person';

/** Instants are milliseconds since 1970. */
export interface Invitation {
  readonly email: string;
  readonly role: GlobalRole;
  readonly invitedBy: number;
  readonly invitedAt: number;
  readonly expiresAt: number;
  /** Replaced at each renewal; the token of the link derives from it. */
  readonly nonce: string;
  readonly hash: string;
  /** State of the invitation's mail. */
  readonly mail: 'waiting' | 'sent' | 'failed';
}
export type InvitationRecord = AccountRecord<Invitation>;

const kind = 'invitation';
const dayMs = 24 * 60 * 60_000;
const validMs = 7 * dayMs;
/** An expired invitation stays in the list for a while, so that it can be renewed. */
const shownMs = 30 * dayMs;
/** Expiry of an invitation that is used or withdrawn, until it is removed. */
const ended = 0;
const all = 'all';
/** Unique key: there is one invitation per address. */
const addressKey = (email: string) => `email:${comparedEmail(email)}`;
const keysOf = ({ email, hash, expiresAt }: Invitation) => ({
  unique: [addressKey(email), uniqueByHash(hash)],
  refs: [all],
  expiresAt: expiresAt + shownMs,
});

/** Invitations to register, one per e-mail address, in a chosen role: valid for seven days and one use. */
@Injectable()
export class Invitations extends MailedLinks<Invitation> {
  constructor(
    @Inject(ACCOUNTS) accounts: Accounts,
    @Inject(CONFIG) private readonly config: Config,
    clock: Clock,
  ) {
    super(accounts, clock, kind, keyFor(config, 'invitation'));
  }

  /** Invites a person, or renews their invitation: only the new link and the new role are valid then. */
  async invite(
    email: string,
    role: GlobalRole,
    invitedBy: number,
  ): Promise<{ readonly id: string; readonly nonce: string; readonly renewed: boolean }> {
    const now = this.clock.now();
    const nonce = randomBytes(16).toString('base64url');
    const next: Invitation = {
      email,
      role,
      invitedBy,
      invitedAt: now,
      expiresAt: now + validMs,
      nonce,
      hash: this.hashOf(this.tokenFrom(nonce)),
      mail: 'waiting',
    };
    return retryOptimistic(async () => {
      const record = await this.accounts.byUnique<Invitation>(kind, addressKey(email));
      if (record) {
        const { id, version } = record;
        if (await this.accounts.replace(kind, id, version, next, keysOf(next))) return { id, nonce, renewed: true };
        return again;
      }
      const id = randomBytes(12).toString('base64url');
      const inserted = await insertUnlessTaken(this.accounts, kind, id, next, keysOf(next));
      return inserted ? { id, nonce, renewed: false } : again;
    });
  }

  get(id: string): Promise<InvitationRecord | undefined> {
    return this.accounts.get<Invitation>(kind, id);
  }

  /** The address at which the invited person registers. */
  linkOf({ nonce }: Invitation): string {
    return `${originOf(this.config)}/register?invitation=${this.tokenFrom(nonce)}`;
  }

  /** The valid invitation to an e-mail address, for a person who has proved to have it. */
  async byEmail(email: string): Promise<InvitationRecord | null> {
    return this.unexpired(await this.accounts.byUnique<Invitation>(kind, addressKey(email)));
  }

  /**
   * Uses an invitation up; returns false when it was used, renewed or withdrawn meanwhile. Called once the person is
   * stored: the e-mail is taken from then on, so that a crash in between lets nobody else in.
   */
  async use({ id, value: { nonce } }: InvitationRecord): Promise<boolean> {
    return this.end(id, (value) => value.nonce === nonce);
  }

  /** Removes the invitation of somebody who got in without it. */
  async dropFor(email: string): Promise<void> {
    const record = await this.accounts.byUnique<Invitation>(kind, addressKey(email));
    if (record) await this.withdraw(record.id);
  }

  /** The newest first, expired ones too. */
  async list(): Promise<InvitationRecord[]> {
    const records = await this.accounts.byRef<Invitation>(kind, all);
    return records.sort((a, b) => b.value.invitedAt - a.value.invitedAt || (a.id < b.id ? -1 : 1));
  }

  /** Returns false when there is no invitation, or when it was used. */
  withdraw(id: string): Promise<boolean> {
    return this.end(id, () => true);
  }

  /** Records the result of the mail, unless the invitation was renewed since. */
  async noteMail({ id, value }: InvitationRecord, mail: Invitation['mail']): Promise<void> {
    const record = await this.get(id);
    if (record?.value.nonce !== value.nonce || record.value.mail === mail) return;
    await this.accounts.replace(kind, id, record.version, { ...record.value, mail });
  }

  isExpired({ expiresAt }: Invitation): boolean {
    return expiresAt <= this.clock.now();
  }

  /** Removes an invitation. Exactly one of several concurrent uses and withdrawals resolves with true. */
  private end(id: string, isMeant: (value: Invitation) => boolean): Promise<boolean> {
    return retryOptimistic(async () => {
      const record = await this.get(id);
      if (!record || record.value.expiresAt === ended || !isMeant(record.value)) return false;
      // Without keys nobody finds or renews the record, so removing it afterwards removes nothing else.
      const [value, keys] = [{ ...record.value, expiresAt: ended }, { expiresAt: ended }];
      if (!(await this.accounts.replace(kind, id, record.version, value, keys))) return again;
      await this.accounts.remove(kind, id);
      return true;
    });
  }
}

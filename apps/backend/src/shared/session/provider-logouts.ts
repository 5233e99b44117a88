import { refuse } from '@gos/domain';
import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock';
import { Refused } from '../../kernel/refused';
import { ACCOUNTS, type Accounts, putRecord } from '../../stores/accounts/accounts';
import { type ProviderSession, providerRef } from './session-record';

/** A logout at a provider that names a session there, an account there, or both. */
export interface NamedLogout extends Pick<ProviderSession, 'provider' | 'issuer' | 'sid'> {
  readonly subject: string | null;
  /** Seconds since 1970, by the provider's clock. */
  readonly at: number;
}

const kind = 'ssoReturn';
/** A sign-in that began before the logout is over by then: ten minutes at the provider, ten to link an account. */
const keptMs = 20 * 60_000;

/**
 * Notes of logouts whose person is unknown, because they name only a session at the provider or an account that is not
 * connected yet. A sign-in stores its session first and looks for a note afterwards; a logout writes its note first and
 * ends sessions afterwards. The one that comes second sees the other.
 */
@Injectable()
export class ProviderLogouts {
  constructor(
    @Inject(ACCOUNTS) private readonly accounts: Accounts,
    private readonly clock: Clock,
  ) {}

  async note({ sid, subject, at, ...provider }: NamedLogout): Promise<void> {
    const ref = sid === null ? providerRef(provider, 'subject', subject ?? '') : providerRef(provider, 'sid', sid);
    await putRecord(this.accounts, kind, ref, { at }, { expiresAt: this.clock.now() + keptMs });
  }

  /**
   * Undoes a sign-in whose session at the provider ended after the provider had confirmed it.
   * @throws Refused
   */
  async confirm(by: ProviderSession, undo: () => Promise<unknown>): Promise<void> {
    const refs = [providerRef(by, 'subject', by.subject), ...(by.sid === null ? [] : [providerRef(by, 'sid', by.sid)])];
    const notes = await this.accounts.getMany<{ readonly at: number }>(kind, refs);
    if (!notes.some(({ value }) => (by.issuedAt ?? 0) <= value.at)) return;
    await undo();
    throw new Refused(refuse('auth.access-changed'));
  }
}

import { createHash } from 'node:crypto';
import { type Instant, refuse, type SsoProviderId } from '@gos/domain';
import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock';
import { Refused } from '../../kernel/refused';
import { again, untilSettled } from '../../kernel/until-settled';
import { ACCOUNTS, type Accounts, KeyTaken } from '../../stores/accounts/accounts';
import { comparedEmail } from './person';

/** Somebody at a provider. The subject is what tells them there for ever; their e-mail may change. */
export interface Subject {
  readonly provider: SsoProviderId;
  readonly issuer: string;
  readonly subject: string;
}

/** That a person signs in by an account at a provider. */
export interface Identity {
  readonly userId: number;
  readonly provider: SsoProviderId;
  readonly issuer: string;
  /** as the provider told it when it was connected; to be shown */
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly since: Instant;
}

const kind = 'identity';
const returns = 'ssoReturn';

const idOf = ({ provider, issuer, subject }: Subject) =>
  createHash('sha256')
    .update(JSON.stringify([provider, issuer, subject]))
    .digest('base64url');
const ofPerson = (userId: number) => `person:${userId}`;
const ofProvider = (userId: number, provider: SsoProviderId) => `person:${userId}:${provider}`;

/** The accounts at providers by which people sign in: one for a person and a provider, each of one person. */
@Injectable()
export class Identities {
  constructor(
    @Inject(ACCOUNTS) private readonly accounts: Accounts,
    private readonly clock: Clock,
  ) {}

  async find(subject: Subject): Promise<Identity | undefined> {
    return (await this.accounts.get<Identity>(kind, idOf(subject)))?.value;
  }

  async of(userId: number): Promise<Identity[]> {
    return (await this.accounts.byRef<Identity>(kind, ofPerson(userId))).map(({ value }) => value);
  }

  /**
   * Connects; false when it is connected to the same person already.
   * @throws Refused when it is somebody else's, or the person has another one there
   */
  async connect(userId: number, subject: Subject, told: Pick<Identity, 'email' | 'emailVerified'>): Promise<boolean> {
    const { provider, issuer } = subject;
    const identity: Identity = {
      userId,
      provider,
      issuer,
      email: told.email,
      emailVerified: told.emailVerified,
      since: this.clock.instant(),
    };
    const keys = { unique: [ofProvider(userId, provider)], refs: [ofPerson(userId)] };
    return untilSettled(async () => {
      try {
        await this.accounts.insert(kind, idOf(subject), identity, keys);
        return true;
      } catch (error) {
        if (!(error instanceof KeyTaken)) throw error;
      }
      const known = await this.find(subject);
      if (known?.userId === userId) return false;
      if (known) throw new Refused(refuse('identity.taken'));
      const other = await this.accounts.byUnique<Identity>(kind, ofProvider(userId, provider));
      if (!other) return again;
      if (other.value.issuer === issuer) throw new Refused(refuse('identity.other-connected'));
      // The operator has set up another provider in its place: by the old one nobody signs in any more.
      await this.accounts.remove(kind, other.id);
      return again;
    });
  }

  /**
   * Disconnects, unless the person could not sign in by what is left.
   * @param isEnough of those that are left
   * @throws Refused
   */
  async disconnect(
    userId: number,
    provider: SsoProviderId,
    isEnough: (left: readonly Identity[]) => boolean,
  ): Promise<void> {
    const unique = ofProvider(userId, provider);
    const record = await this.accounts.byUnique<Identity>(kind, unique);
    if (!record) throw new Refused(refuse('identity.not-found'));
    const left = async () => (await this.of(userId)).filter((one) => one.provider !== provider);
    if (!isEnough(await left())) throw new Refused(refuse('identity.last'));
    if (!(await this.accounts.remove(kind, record.id))) throw new Refused(refuse('identity.not-found'));
    if (isEnough(await left())) return;
    // The others were disconnected meanwhile.
    await this.accounts.insert(kind, record.id, record.value, { unique: [unique], refs: [ofPerson(userId)] });
    throw new Refused(refuse('identity.last'));
  }

  /**
   * Disconnects all but those by whom the provider verified this very e-mail: its owner has shown to have it, and knows nothing of
   * what else was connected.
   */
  async keepOnly(userId: number, email: string): Promise<void> {
    for (const { id, value } of await this.accounts.byRef<Identity>(kind, ofPerson(userId))) {
      const isOwners =
        value.emailVerified && value.email !== null && comparedEmail(value.email) === comparedEmail(email);
      if (!isOwners) await this.accounts.remove(kind, id);
    }
  }

  /** Forgets an account at a provider, whose person is gone. */
  async forget(subject: Subject): Promise<void> {
    await this.accounts.remove(kind, idOf(subject));
  }

  /**
   * Notes that the browser came back from the provider; false when it did before.
   * @param until milliseconds since 1970, after which the return is refused without this note
   */
  async takeReturn(state: string, until: number): Promise<boolean> {
    try {
      await this.accounts.insert(
        returns,
        createHash('sha256').update(state).digest('base64url'),
        {},
        { expiresAt: until },
      );
      return true;
    } catch (error) {
      if (error instanceof KeyTaken) return false;
      throw error;
    }
  }

  /** Removes notes of returns that are refused without them. */
  async sweep(): Promise<void> {
    await this.accounts.sweep(returns, this.clock.now());
  }
}

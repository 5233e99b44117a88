import { createHash } from 'node:crypto';
import { type Instant, refuse, type SsoProviderId } from '@gos/domain';
import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock';
import { Refused } from '../../kernel/refused';
import { again, retryOptimistic } from '../../kernel/until-settled';
import { ACCOUNTS, type Accounts, changeRecord, insertUnlessTaken, KeyTaken } from '../../stores/accounts/accounts';
import { comparedEmail } from './person';

/** An account at a provider. The subject identifies it permanently; its e-mail may change. */
export interface Subject {
  readonly provider: SsoProviderId;
  readonly issuer: string;
  readonly subject: string;
}

/** A connection of a person with an account at a provider, by which they sign in. */
export interface Identity {
  readonly userId: number;
  readonly provider: SsoProviderId;
  readonly issuer: string;
  /** The address that the provider reported last; for display. */
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly since: Instant;
  /** A verified address that the provider reports and that another person has here. */
  readonly refusedEmail?: string;
  /** The connection is not confirmed yet, and signs nobody in. */
  readonly isPending?: true;
}

const kind = 'identity';
const returns = 'ssoReturn';

const idOf = ({ provider, issuer, subject }: Subject) =>
  createHash('sha256')
    .update(JSON.stringify([provider, issuer, subject]))
    .digest('base64url');
/** Returns null when the key belongs to another record. */
function nullIfTaken(error: unknown): null {
  if (error instanceof KeyTaken) return null;
  throw error;
}

const ofPerson = (userId: number) => `person:${userId}`;
const ofProvider = (userId: number, provider: SsoProviderId) => `person:${userId}:${provider}`;

/**
 * The accounts at providers by which people sign in: at most one for each person and provider, and each account belongs
 * to one person.
 */
@Injectable()
export class Identities {
  constructor(
    @Inject(ACCOUNTS) private readonly accounts: Accounts,
    private readonly clock: Clock,
  ) {}

  async find(subject: Subject): Promise<Identity | undefined> {
    const identity = (await this.accounts.get<Identity>(kind, idOf(subject)))?.value;
    return identity?.isPending ? undefined : identity;
  }

  async of(userId: number): Promise<Identity[]> {
    const records = await this.accounts.byRef<Identity>(kind, ofPerson(userId));
    return records.flatMap(({ value }) => (value.isPending ? [] : [value]));
  }

  /** Notes the address that the provider reports now, and whether another person has it. */
  async noteEmail(
    subject: Subject,
    { email, emailVerified }: Pick<Identity, 'email' | 'emailVerified'>,
    refusedEmail?: string,
  ): Promise<void> {
    await changeRecord<Identity, void>(this.accounts, kind, idOf(subject), (known) => {
      if (!known || known.isPending) return { answer: undefined };
      const { refusedEmail: _, ...others } = known;
      const next = { ...others, email, emailVerified, ...(refusedEmail !== undefined && { refusedEmail }) };
      return { next, answer: undefined };
    });
  }

  /**
   * Connects an account; returns false when it is connected to the same person already. The connection counts only once
   * `confirm` has resolved: a crash before that leaves a pending one, which signs nobody in and is replaced.
   * @throws Refused when the account is somebody else's, or the person has another one there; also the errors of
   * `confirm`
   */
  async connect(
    userId: number,
    subject: Subject,
    told: Pick<Identity, 'email' | 'emailVerified'>,
    confirm: (undo: () => Promise<unknown>) => Promise<void>,
  ): Promise<boolean> {
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
    const id = idOf(subject);
    const pending: Identity = { ...identity, isPending: true };
    const version = await retryOptimistic<number | null>(async () => {
      const inserted = await insertUnlessTaken(this.accounts, kind, id, pending, keys);
      if (inserted) return inserted.version;
      const known = await this.accounts.get<Identity>(kind, id);
      if (known?.value.isPending) {
        const replaced = await this.accounts.replace(kind, id, known.version, pending, keys).catch(nullIfTaken);
        if (replaced !== null) return replaced ? known.version + 1 : again;
      } else if (known?.value.userId === userId) return null;
      else if (known) throw new Refused(refuse('identity.taken'));
      const other = await this.accounts.byUnique<Identity>(kind, ofProvider(userId, provider));
      if (!other) return again;
      if (other.value.issuer === issuer && !other.value.isPending)
        throw new Refused(refuse('identity.other-connected'));
      // The operator replaced the provider, so nobody signs in by the old account any more.
      await this.accounts.remove(kind, other.id);
      return again;
    });
    if (version === null) return false;
    await confirm(() => this.accounts.remove(kind, id));
    if (await this.accounts.replace(kind, id, version, identity)) return true;
    throw new Refused(refuse('auth.access-changed'));
  }

  /**
   * Disconnects an account, unless the person could not sign in without it.
   * @param isEnough of the accounts that are left
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
    // A concurrent request disconnected the others.
    await this.accounts.insert(kind, record.id, record.value, { unique: [unique], refs: [ofPerson(userId)] });
    throw new Refused(refuse('identity.last'));
  }

  /**
   * Disconnects all accounts except those for which the provider verified this e-mail: its owner has proved to have it,
   * but does not know of the other accounts.
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
   * Records that the browser came back from the provider; returns false when it came back before.
   * @param until milliseconds since 1970; later returns are refused without this record
   */
  async takeReturn(state: string, until: number): Promise<boolean> {
    const id = createHash('sha256').update(state).digest('base64url');
    return (await insertUnlessTaken(this.accounts, returns, id, {}, { expiresAt: until })) !== null;
  }

  /** Removes records of returns that are refused without them. */
  async sweep(): Promise<void> {
    await this.accounts.sweep(returns, this.clock.now());
  }
}

import {
  codePoints,
  type Language,
  languages,
  limits,
  normalizeText,
  personChecks,
  refuse,
  type SsoProviderId,
} from '@gos/domain';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../../kernel/config';
import { Refused } from '../../../kernel/refused';
import { SecurityLog } from '../../../observability/security-log';
import { AccessChecks, type CheckedAccess } from '../../../shared/session/access-checks';
import { EmailChanges } from '../../../shared/session/email-changes';
import { Identities, type Identity, type Subject } from '../../../shared/user/identities';
import { Invitations } from '../../../shared/user/invitations';
import { People } from '../../../shared/user/people';
import { comparedEmail, type PersonData } from '../../../shared/user/person';
import type { AccountRecord } from '../../../stores/accounts/accounts';
import { RateLimits } from '../common/rate-limits';
import { type Founder, Registration } from '../common/registration';
import { SignIn } from '../common/sign-in';
import { AccountMails } from '../mails/account-mails';
import { SignInMails } from '../mails/sign-in-mails';
import type { Claims } from './oidc-strategy';

/** A person as a provider reports them. */
export interface Told {
  readonly subject: Subject;
  /** The session at the provider; null where it names none. */
  readonly sid: string | null;
  /** When the provider issued its ID token, in seconds since 1970. */
  readonly issuedAt: number;
  readonly name: string;
  /** Null when the provider reports no valid address. */
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly language: Language | undefined;
}

interface Asking {
  readonly address: string;
  readonly correlationId: string;
  readonly founder: Founder;
}

/** The result of a sign-in by a provider: a person, or a person whose password is needed first. */
export type Found =
  | { readonly access: CheckedAccess }
  | { readonly toLink: { readonly userId: number; readonly email: string } };

const isSame = (one: string, other: string) => comparedEmail(one) === comparedEmail(other);
const textOf = (value: unknown) => (typeof value === 'string' ? normalizeText(value.replace(/\p{C}/gu, ' ')) : '');

function nameOf(claims: Claims, email: string | null): string {
  const spoken = [claims.name, `${textOf(claims.given_name)} ${textOf(claims.family_name)}`, claims.preferred_username];
  const name = [...spoken, email?.split('@')[0], claims.sub].map(textOf).find((one) => one !== '') ?? 'N. N.';
  return codePoints(name) > limits.personName.max
    ? normalizeText([...name].slice(0, limits.personName.max).join(''))
    : name;
}

/** @param spoken the language that the browser requests, for providers that report none */
export function toldBy(provider: SsoProviderId, issuer: string, claims: Claims, spoken: string | undefined): Told {
  const given = textOf(claims.email);
  const email = given !== '' && personChecks.email(given) === null ? given : null;
  const wanted = (typeof claims.locale === 'string' ? claims.locale : (spoken ?? '')).slice(0, 2).toLowerCase();
  return {
    subject: { provider, issuer, subject: claims.sub },
    sid: typeof claims.sid === 'string' && claims.sid !== '' ? claims.sid : null,
    issuedAt: claims.iat ?? 0,
    name: nameOf(claims, email),
    email,
    // Some providers send a text.
    emailVerified: email !== null && (claims.email_verified === true || claims.email_verified === 'true'),
    language: languages.find((one) => one === wanted),
  };
}

/**
 * Finds the person of an account at a provider. Only a verified e-mail leads to an existing account of Gos, so that
 * nobody gets into another person's account.
 */
@Injectable()
export class SsoPeople {
  constructor(
    private readonly identities: Identities,
    private readonly people: People,
    private readonly registration: Registration,
    private readonly invitations: Invitations,
    private readonly signIn: SignIn,
    private readonly limits: RateLimits,
    private readonly mails: SignInMails,
    private readonly accountMails: AccountMails,
    private readonly emails: EmailChanges,
    private readonly log: SecurityLog,
    private readonly checks: AccessChecks,
    @Inject(CONFIG) private readonly config: Pick<Config, 'oidc'>,
  ) {}

  /** @throws Refused */
  async find(told: Told, asking: Asking): Promise<Found> {
    const known = await this.identities.find(told.subject);
    if (known) {
      const access = await this.checks.begin(known.userId);
      const record = await this.people.record(known.userId);
      // Read again after the facts: a disconnection raises the epoch.
      const isStill = (await this.identities.find(told.subject))?.userId === known.userId;
      if (record && isStill) {
        const found = await this.standing(record, access, asking);
        const hasMoved = await this.follow(told, known, record.value.email, access, asking.correlationId);
        return hasMoved ? this.find(told, asking) : found;
      }
      if (record) throw new Refused(refuse('auth.access-changed'));
      await this.identities.forget(told.subject);
    }
    if (told.email === null) throw new Refused(refuse('auth.sso.email-missing'));
    const owner = await this.people.recordByEmail(told.email);
    const access = owner && (await this.checks.begin(Number(owner.id)));
    const record = owner && (await this.people.record(Number(owner.id)));
    if (!access || !record) return this.register(told, told.email, asking);
    // The address changed after it was looked up.
    if (!isSame(record.value.email, told.email)) throw new Refused(refuse('auth.access-changed'));
    if (!told.emailVerified) throw new Refused(refuse('auth.sso.email-unverified'));
    const userId = Number(record.id);
    if (record.value.passwordHash !== null) return { toLink: { userId, email: record.value.email } };
    // A person who registered with an unverified e-mail may differ from the person who has now proved to own it.
    const before = await this.identities.of(userId);
    if (before.some(({ emailVerified }) => !emailVerified)) throw new Refused(refuse('auth.sso.recover'));
    const found = await this.standing(record, access, asking);
    await this.connect(access, told.subject, told);
    return found;
  }

  /**
   * Connects an account, and notifies the person by mail.
   * @throws Refused
   */
  async connect(access: CheckedAccess, subject: Subject, told: Pick<Told, 'email' | 'emailVerified'>): Promise<void> {
    const { userId } = access;
    if (!(await this.identities.connect(userId, subject, told, (undo) => this.checks.confirm(access, undo)))) return;
    const provider = this.config.oidc.find(({ id }) => id === subject.provider);
    await this.mails.tell(userId, 'identity-connected', provider?.name ?? subject.provider);
  }

  /**
   * Takes over an address that the provider verified and did not report before, if the person's own address is the one
   * that it reported before. Resolves with true when the person's address changed.
   */
  private async follow(
    { subject, email, emailVerified }: Told,
    known: Identity,
    present: string,
    access: CheckedAccess,
    correlationId: string,
  ): Promise<boolean> {
    if (email === null || !emailVerified) return false;
    const isNew = known.email === null || !isSame(known.email, email);
    if (!isNew && known.emailVerified) return false;
    const { userId } = access;
    const isTheirs = known.email !== null && isSame(known.email, present);
    if (isNew && isTheirs && !isSame(email, present)) {
      try {
        await this.emails.change({ userId, email, how: 'provider', by: userId, correlationId }, access);
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        const { refused } = error.refusal;
        if (refused !== 'user.email.taken' && refused !== 'user.email.too-often') throw error;
        await this.noteRefused(subject, known, email);
        return false;
      }
      await this.identities.noteEmail(subject, { email, emailVerified });
      return true;
    }
    await this.identities.noteEmail(subject, { email, emailVerified });
    return false;
  }

  /** Reports the conflict once; the address is taken over at a later sign-in, if it is free then. */
  private async noteRefused(subject: Subject, known: Identity, email: string): Promise<void> {
    if (known.refusedEmail !== undefined && isSame(known.refusedEmail, email)) return;
    const { userId, emailVerified } = known;
    await this.identities.noteEmail(subject, { email: known.email, emailVerified }, email);
    this.log.write('email.taken', { person: userId, what: subject.provider });
    await this.accountMails.emailConflict(userId, subject.provider);
  }

  private async register(told: Told, email: string, { address, correlationId, founder }: Asking): Promise<Found> {
    this.limits.countRegistration(address);
    const { name, language, emailVerified } = told;
    // A verified e-mail counts as much as the link that was mailed to it.
    const invitation = emailVerified ? await this.invitations.byEmail(email) : null;
    const person = { name, email, language, password: null };
    const userId = await this.registration.registerWith(person, invitation, founder, correlationId);
    const access = await this.checks.begin(userId);
    await this.identities.connect(userId, told.subject, told, (undo) => this.checks.confirm(access, undo));
    return { access };
  }

  /** Refuses deactivated people as a sign-in by password does. */
  private async standing(
    record: AccountRecord<PersonData>,
    access: CheckedAccess,
    { correlationId }: Asking,
  ): Promise<Found> {
    const user = await this.signIn.userOf(record, correlationId);
    if (!user?.active) throw new Refused(refuse('auth.credentials'));
    return { access };
  }
}

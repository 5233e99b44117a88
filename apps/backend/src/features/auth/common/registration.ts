import {
  type Actor,
  defaultLanguage,
  installationAggregate,
  installationStream,
  type Language,
  laterPosition,
  normalizeText,
  type Refusal,
  refuse,
  refuseField,
  targetOf,
  type User,
  userAggregate,
  userStream,
} from '@gos/domain';
import { Inject, Injectable } from '@nestjs/common';
import { CommandRunner } from '../../../engine/commands/command-runner';
import { Locks } from '../../../engine/coordination/locks';
import { StoreIdentity } from '../../../engine/parts/store-identity';
import { ActiveReadModels } from '../../../engine/projections/active-read-models';
import { Clock } from '../../../kernel/clock';
import { CONFIG, type Config } from '../../../kernel/config';
import { Refused } from '../../../kernel/refused';
import { StoreUnavailable } from '../../../kernel/store-errors';
import { SecurityLog } from '../../../observability/security-log';
import { InstallationSettings, registrationLock } from '../../../shared/installation/settings';
import { SetupCode } from '../../../shared/installation/setup-code';
import { type InvitationRecord, Invitations } from '../../../shared/user/invitations';
import { People } from '../../../shared/user/people';
import { comparedEmail, type Invited, type PersonData } from '../../../shared/user/person';
import { KeyTaken } from '../../../stores/accounts/accounts';
import { CLAIMS, type Claims } from '../../../stores/claims/claims';
import type { Turn } from './fair-queue';
import { Passwords } from './passwords';

/** Limit of numbers that are skipped because other people have them. */
const attempts = 1_000;

export interface NewPerson {
  readonly name: string;
  readonly email: string;
  /** Null for people who sign in by a provider. */
  readonly password: string | null;
  /** The default language where it is unknown. */
  readonly language?: Language;
  /** The person has to change the password before anything else. */
  readonly temporary?: true;
  /** The inviting person and the role. */
  readonly invited?: Invited;
  /** The turn in which the password is hashed; at once without a turn. */
  readonly turn?: Turn;
}

/** The part of the personal data that says how the person came in. */
export type Entrance = Pick<PersonData, 'admitted' | 'invited' | 'mustChangePassword'>;

/** A person who may be the first: from the machine itself, or by the code that its processes print. */
export interface Founder {
  readonly isHere: boolean;
  readonly setup: string | null;
}

/**
 * A registration is three durable steps: the personal data under the person's id, the founding of the installation (the first
 * person becomes an admin), the UserRegistered event. After a crash in between, the person's next sign-in completes the missing
 * steps.
 */
@Injectable()
export class Registration {
  constructor(
    private readonly people: People,
    private readonly passwords: Passwords,
    private readonly runner: CommandRunner,
    private readonly readModels: ActiveReadModels,
    private readonly clock: Clock,
    private readonly settings: InstallationSettings,
    private readonly setup: SetupCode,
    private readonly invitations: Invitations,
    private readonly log: SecurityLog,
    private readonly parts: StoreIdentity,
    private readonly locks: Locks,
    @Inject(CLAIMS) private readonly claims: Claims,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Returns the person's id.
   * @param token of an invitation
   * @throws Refused
   */
  async register(person: NewPerson, token: string | null, founder: Founder, correlationId: string): Promise<number> {
    const invitation = token ? await this.invitationOf(token, person.email) : null;
    return this.registerWith(person, invitation, founder, correlationId);
  }

  /**
   * Registers a person in the role of their invitation, if they have one, and uses it up.
   * @param invitation valid, and for the person's e-mail
   * @throws Refused
   */
  async registerWith(
    person: NewPerson,
    invitation: InvitationRecord | null,
    founder: Founder,
    correlationId: string,
  ): Promise<number> {
    const closed = this.closed(invitation !== null);
    if (!(await this.isFounded())) await this.assertMayFound(founder);
    else if (closed) throw new Refused(closed);
    const invited = invitation ? { by: invitation.value.invitedBy, role: invitation.value.role } : undefined;
    const id = await this.enter({ ...person, invited }, closed === null);
    if (id === null) throw new Refused(refuse('auth.registration-refused'));
    // The e-mail is taken from now on, so nobody else can use the invitation.
    const isUsed = invitation === null || (await this.invitations.use(invitation));
    if (isUsed && (await this.finish(id, { admitted: closed === null, invited }, correlationId))) {
      if (invitation === null) await this.invitations.dropFor(person.email);
      else this.log.write('invitation.used', { person: id });
      return id;
    }
    await this.people.remove(id);
    throw new Refused(this.closed(isUsed && invitation !== null) ?? refuseField('invitation', 'auth.invitation'));
  }

  /** Stores the personal data of a new person; returns their id, or null when the e-mail is taken. */
  async enter(person: NewPerson, admitted: boolean): Promise<number | null> {
    // Hashing comes first, so that timing does not reveal whether the e-mail is registered.
    const data = await this.dataOf(person, admitted);
    if (await this.people.recordByEmail(data.email)) return null;
    for (let attempt = 1; attempt <= attempts; attempt++) {
      const id = await this.claims.next(userAggregate.name);
      // The number may belong to a person already where numbers or accounts come from an older copy.
      if ((await this.runner.load(userStream(id), userAggregate)) !== null) continue;
      const taken = await this.create(id, data);
      if (taken === null) return id;
      if (taken !== 'id') return null;
    }
    throw new StoreUnavailable('All numbers are taken', 'not-written');
  }

  /**
   * The same for a person in the log whose account is gone; returns false when the e-mail is taken, or when they have
   * an account.
   */
  async enterAgain(id: number, person: NewPerson): Promise<boolean> {
    return (await this.create(id, await this.dataOf(person, true))) === null;
  }

  private async dataOf(person: NewPerson, admitted: boolean): Promise<PersonData> {
    const { name, email, password, language, temporary, invited, turn } = person;
    const passwordHash = password === null ? null : await this.passwords.hashChosen(password, turn);
    return {
      name: normalizeText(name),
      email: normalizeText(email),
      phone: null,
      language: language ?? defaultLanguage,
      passwordHash,
      admitted,
      createdAt: this.clock.instant(),
      ...(temporary && { mustChangePassword: true }),
      ...(invited && { invited }),
    };
  }

  /** Returns null, or the taken key. */
  private async create(id: number, data: PersonData): Promise<string | null> {
    try {
      await this.people.create(id, data);
      return null;
    } catch (error) {
      if (error instanceof KeyTaken) return error.key;
      throw error;
    }
  }

  /**
   * Appends the person's registration to the log; idempotent. Returns null when the person may not register by the
   * settings at the time of the append.
   */
  async finish(id: number, entrance: Entrance, correlationId: string): Promise<User | null> {
    const { admitted, invited, mustChangePassword } = entrance;
    const actor: Actor = { id, role: 'member', projects: {} };
    const context = { actor, via: 'web', correlationId } as const;
    const installation = targetOf(installationAggregate, 0);
    const asFounding = { ...context, eventId: this.parts.installation };
    const founding = await this.runner.run(installation, { type: 'found', body: { userId: id } }, asFounding, () => ({
      actor,
      locked: [],
    }));
    const isFounder = founding.state?.adminId === id;
    if (isFounder) {
      await this.parts.found();
      await this.setup.forget();
    }
    if (!isFounder && !admitted) return null;
    const byOperator = mustChangePassword === true;
    return this.locks.hold(registrationLock, async () => {
      await this.settings.load();
      if (!isFounder && !byOperator && this.closed(invited !== undefined)) return null;
      const registering = await this.runner.run(
        targetOf(userAggregate, id),
        {
          type: 'register',
          body: { role: isFounder ? 'admin' : (invited?.role ?? 'member'), ...(invited && { invitedBy: invited.by }) },
        },
        context,
        () => ({ actor, otherAdmins: 0, currency: this.config.currency, knownPositions: [] }),
      );
      await this.readModels.waitUntilApplied(laterPosition(founding.position, registering.position));
      return registering.state;
    });
  }

  /**
   * Returns the invitation of a link, which is for one e-mail.
   * @throws Refused
   */
  private async invitationOf(token: string, email: string): Promise<InvitationRecord> {
    const closed = this.closed(true);
    if (closed) throw new Refused(closed);
    const invitation = await this.invitations.find(token);
    if (!invitation) throw new Refused(refuseField('invitation', 'auth.invitation'));
    if (comparedEmail(invitation.value.email) !== comparedEmail(email)) {
      throw new Refused(refuseField('email', 'auth.invitation-email'));
    }
    return invitation;
  }

  /** Returns why registration is closed for all except the first person, or null. */
  private closed(invited: boolean): Refusal | null {
    switch (this.settings.now.registration) {
      case 'open':
        return null;
      case 'invite':
        return invited ? null : refuseField('invitation', 'auth.invitation');
      case 'off':
        return refuse('auth.registration-closed');
    }
  }

  /** @throws Refused */
  private async assertMayFound({ isHere, setup }: Founder): Promise<void> {
    if (!isHere && !(await this.setup.isRight(setup))) throw new Refused(refuse('auth.setup'));
  }

  private async isFounded(): Promise<boolean> {
    // A founded installation stays founded; another process may have founded it a moment ago.
    if (this.settings.isFounded) return true;
    return (await this.runner.load(installationStream, installationAggregate))?.adminId !== null;
  }
}

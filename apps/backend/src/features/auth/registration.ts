import {
  type Actor,
  defaultLanguage,
  installationAggregate,
  installationStream,
  laterPosition,
  type Refusal,
  refuse,
  refuseField,
  targetOf,
  tidy,
  type User,
  userAggregate,
} from '@gos/domain';
import { Inject, Injectable } from '@nestjs/common';
import { CommandRunner } from '../../engine/commands/command-runner';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { InstallationSettings } from '../../entities/installation/settings';
import { People } from '../../entities/user/people';
import { Clock } from '../../kernel/clock';
import { CONFIG, type Config } from '../../kernel/config';
import { Refused } from '../../kernel/refused';
import { KeyTaken } from '../../stores/accounts/accounts';
import { CLAIMS, type Claims } from '../../stores/claims/claims';
import { Passwords } from './passwords';

export interface NewPerson {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  /** to be changed by the person before anything else */
  readonly temporary?: true;
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
    @Inject(CLAIMS) private readonly claims: Claims,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Returns the person's id.
   * @throws Refused
   */
  async register(person: NewPerson, correlationId: string): Promise<number> {
    const closed = this.closed();
    if (closed && (await this.isFounded())) throw new Refused(closed);
    const id = await this.enter(person, closed === null);
    if (id === null) throw new Refused(refuse('auth.registration-refused'));
    if (await this.finish(id, closed === null, correlationId)) return id;
    await this.people.remove(id);
    throw new Refused(closed!);
  }

  /** Stores the personal data of somebody new; returns their id, or null when the e-mail is taken. */
  async enter({ name, email, password, temporary }: NewPerson, admitted: boolean): Promise<number | null> {
    // Hashing comes first, so that timing does not reveal whether the e-mail is registered.
    const passwordHash = await this.passwords.hash(password);
    if (await this.people.recordByEmail(email)) return null;
    const id = await this.claims.next(userAggregate.name);
    try {
      await this.people.create(id, {
        name: tidy(name),
        email: tidy(email),
        phone: null,
        language: defaultLanguage,
        passwordHash,
        admitted,
        createdAt: this.clock.instant(),
        ...(temporary && { mustChangePassword: true }),
      });
    } catch (error) {
      if (error instanceof KeyTaken) return null;
      throw error;
    }
    return id;
  }

  /** Appends the person's registration to the log; idempotent. Null when the person may not register. */
  async finish(id: number, admitted: boolean, correlationId: string): Promise<User | null> {
    const actor: Actor = { id, role: 'member', projects: {} };
    const context = { actor, via: 'web', correlationId } as const;
    const installation = targetOf(installationAggregate, 0);
    const founding = await this.runner.run(installation, { type: 'found', body: { userId: id } }, context, () => ({
      actor,
      locked: [],
    }));
    const isFounder = founding.state?.adminId === id;
    if (!isFounder && !admitted) return null;
    const registering = await this.runner.run(
      targetOf(userAggregate, id),
      { type: 'register', body: { role: isFounder ? 'admin' : 'member' } },
      context,
      () => ({ actor, otherAdmins: 0, currency: this.config.currency, knownPositions: [] }),
    );
    await this.readModels.waitUntilApplied(laterPosition(founding.position, registering.position));
    return registering.state;
  }

  /** Why registration is closed for all but the first person, or null. */
  private closed(): Refusal | null {
    switch (this.settings.now.registration) {
      case 'open':
        return null;
      case 'invite':
        return refuseField('invitation', 'auth.invitation');
      case 'off':
        return refuse('auth.registration-closed');
    }
  }

  private async isFounded(): Promise<boolean> {
    return (await this.runner.load(installationStream, installationAggregate))?.adminId !== null;
  }
}

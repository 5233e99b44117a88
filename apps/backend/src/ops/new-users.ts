import { randomBytes, randomUUID } from 'node:crypto';
import { type Actor, type GlobalRole, globalRoles, tidy, userDecider, userStream } from '@gos/domain';
import { Inject, Injectable } from '@nestjs/common';
import { KeyTaken } from '../accounts/accounts';
import { Passwords } from '../auth/passwords';
import { Registration } from '../auth/registration';
import { CLAIMS, type Claims } from '../claims/claims';
import { CONFIG, type Config } from '../config';
import { Clock } from '../cqrs/clock';
import { CommandRunner } from '../cqrs/command-runner';
import { Views } from '../cqrs/views';
import { People } from '../users/people';
import { personChecks } from '../users/person';
import { OperationRefused, type Say } from './say';

export const userUsage = `user create NAME E-MAIL [${globalRoles.join('|')}]`;

/** Who operates the installation may do what an admin may; in the history it is nobody. */
const operator: Actor = { id: null, role: 'admin', projects: {} };

/** People made by whoever operates the installation, also where nobody may register. */
@Injectable()
export class NewUsers {
  constructor(
    private readonly people: People,
    private readonly passwords: Passwords,
    private readonly registration: Registration,
    private readonly runner: CommandRunner,
    private readonly views: Views,
    private readonly clock: Clock,
    @Inject(CLAIMS) private readonly claims: Claims,
    @Inject(CONFIG) private readonly config: Pick<Config, 'currency'>,
  ) {}

  /** `create NAME E-MAIL [ROLE]`: says the password that the person signs in with. @throws OperationRefused */
  async run([action, name, email, role = 'member', ...more]: readonly string[], say: Say): Promise<boolean> {
    if (action !== 'create' || name === undefined || email === undefined || more.length > 0) {
      throw new OperationRefused(userUsage);
    }
    if (!globalRoles.includes(role as GlobalRole)) {
      throw new OperationRefused(`The role is one of ${globalRoles.join(', ')}, not "${role}".`);
    }
    if (personChecks.name(name)) throw new OperationRefused(`"${name}" is no name of a person.`);
    if (personChecks.email(email)) throw new OperationRefused(`"${email}" is no e-mail address.`);
    const password = randomBytes(12).toString('base64url');
    const id = await this.create(tidy(name), tidy(email), password);
    const user = (await this.registration.finish(id, true, randomUUID()))!;
    if (user.role === 'member') await this.setRole(id, role as GlobalRole);
    const is = user.role === 'member' ? role : user.role;
    say(`${tidy(name)} is person ${id}, ${is}${is === role ? '' : ': the first person is the admin'}`);
    say(`password: ${password}`);
    return true;
  }

  private async create(name: string, email: string, password: string): Promise<number> {
    const taken = new OperationRefused(`${email} belongs to somebody already.`);
    if (await this.people.recordByEmail(email)) throw taken;
    const passwordHash = await this.passwords.hash(password);
    const id = await this.claims.next('user');
    const createdAt = this.clock.instant();
    try {
      await this.people.create(id, {
        name,
        email,
        phone: null,
        language: 'cs',
        passwordHash,
        admitted: true,
        createdAt,
      });
    } catch (error) {
      throw error instanceof KeyTaken ? taken : error;
    }
    return id;
  }

  private async setRole(id: number, role: GlobalRole): Promise<void> {
    const target = { stream: userStream(id), decider: userDecider };
    const context = { actor: operator, via: 'api', correlationId: randomUUID() } as const;
    const { position } = await this.runner.run(target, { type: 'change', role }, context, () => ({
      actor: operator,
      otherAdmins: 0,
      currency: this.config.currency,
    }));
    await this.views.settled(position);
  }
}

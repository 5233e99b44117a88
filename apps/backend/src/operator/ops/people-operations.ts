import { randomBytes, randomUUID } from 'node:crypto';
import {
  type Actor,
  type GlobalRole,
  globalRoles,
  normalizeText,
  personChecks,
  refusalSentence,
  targetOf,
  userAggregate,
  userStream,
} from '@gos/domain';
import { Inject, Injectable } from '@nestjs/common';
import { CommandRunner } from '../../engine/commands/command-runner';
import { PermissionLock } from '../../engine/coordination/permission-lock';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { Passwords } from '../../features/auth/common/passwords';
import { Registration } from '../../features/auth/common/registration';
import { SignInMails } from '../../features/auth/mails/sign-in-mails';
import { CONFIG, type Config } from '../../kernel/config';
import { Refused } from '../../kernel/refused';
import { SecurityLog } from '../../observability/security-log';
import { EmailChanges } from '../../shared/session/email-changes';
import { LastingAccess } from '../../shared/session/lasting-access';
import { Sessions } from '../../shared/session/sessions';
import { ActiveAdmins } from '../../shared/user/active-admins';
import { People } from '../../shared/user/people';
import { comparedEmail, withPassword } from '../../shared/user/person';
import { isOn, SecondSteps } from '../../shared/user/second-steps';
import { OperationRefused, type ReportLine } from './operation-report';

const userUsage = `user create NAME E-MAIL [${globalRoles.join('|')}], user restore ID NAME E-MAIL, user password E-MAIL, user email E-MAIL NEW-E-MAIL, or user second-step E-MAIL`;

/** The operator has an admin's rights, and no id in the history. */
const operator: Actor = { id: null, role: 'admin', projects: {} };

const newPassword = () => randomBytes(16).toString('base64url');

function assertPerson(name: string, email: string): void {
  if (personChecks.name(name)) throw new OperationRefused(`"${name}" is no name of a person.`);
  if (personChecks.email(email)) throw new OperationRefused(`"${email}" is no e-mail address.`);
}

/** Creates people, even where registration is closed, and resets forgotten passwords. */
@Injectable()
export class PeopleOperations {
  constructor(
    private readonly people: People,
    private readonly admins: ActiveAdmins,
    private readonly passwords: Passwords,
    private readonly sessions: Sessions,
    private readonly access: LastingAccess,
    private readonly log: SecurityLog,
    private readonly secondSteps: SecondSteps,
    private readonly signInMails: SignInMails,
    private readonly registration: Registration,
    private readonly runner: CommandRunner,
    private readonly lock: PermissionLock,
    private readonly readModels: ActiveReadModels,
    private readonly emails: EmailChanges,
    @Inject(CONFIG) private readonly config: Pick<Config, 'currency'>,
  ) {}

  /**
   * Reports the password to sign in with.
   * @throws OperationRefused
   */
  async run([action, ...args]: readonly string[], report: ReportLine): Promise<boolean> {
    if (action === 'create' && (args.length === 2 || args.length === 3)) await this.add(args, report);
    else if (action === 'restore' && args.length === 3) await this.restore(args, report);
    else if (action === 'password' && args.length === 1) await this.renew(args[0]!, report);
    else if (action === 'email' && args.length === 2) await this.changeEmail(args, report);
    else if (action === 'second-step' && args.length === 1) await this.resetSecondStep(args[0]!, report);
    else throw new OperationRefused(userUsage);
    return true;
  }

  private async add([name = '', email = '', role = 'member']: readonly string[], report: ReportLine): Promise<void> {
    if (!globalRoles.includes(role as GlobalRole)) {
      throw new OperationRefused(`The role is one of ${globalRoles.join(', ')}, not "${role}".`);
    }
    assertPerson(name, email);
    const password = newPassword();
    const id = await this.registration.enter({ name, email, password, temporary: true }, true);
    if (id === null) throw new OperationRefused(`${normalizeText(email)} belongs to somebody already.`);
    const user = (await this.registration.finish(id, { admitted: true, mustChangePassword: true }, randomUUID()))!;
    if (user.role === 'member') await this.setRole(id, role as GlobalRole);
    const is = user.role === 'member' ? role : user.role;
    report(`${normalizeText(name)} is person ${id}, ${is}${is === role ? '' : ': the first person is the admin'}`);
    report(`password: ${password}`);
    report('It has to be changed at the first sign-in.');
  }

  /** Gives a person of the log an account again, where the accounts lost it. */
  private async restore([number = '', name = '', email = '']: readonly string[], report: ReportLine): Promise<void> {
    assertPerson(name, email);
    const id = Number(number);
    const user = /^[1-9][0-9]{0,14}$/.test(number) ? await this.runner.load(userStream(id), userAggregate) : null;
    if (user === null) throw new OperationRefused(`The log knows no person ${number}.`);
    if (user.erased) throw new OperationRefused(`Person ${id} was erased: nobody is that person any more.`);
    if (await this.people.record(id)) throw new OperationRefused(`Person ${id} has an account.`);
    const password = newPassword();
    if (!(await this.registration.enterAgain(id, { name, email, password, temporary: true })))
      throw new OperationRefused(`${normalizeText(email)} belongs to somebody already.`);
    const inactive = user.active ? '' : ': deactivated, so that only an admin lets them in again';
    report(`${normalizeText(name)} is person ${id} again, ${user.role}${inactive}`);
    report(`password: ${password}`);
    report('It has to be changed at the first sign-in.');
  }

  /** Sets a new password, which has to be changed, and ends the sessions and API tokens of the person. */
  private async renew(email: string, report: ReportLine): Promise<void> {
    const record = await this.people.recordByEmail(normalizeText(email));
    if (!record) throw new OperationRefused(`Nobody has the e-mail ${email}.`);
    const id = Number(record.id);
    const password = newPassword();
    const passwordHash = await this.passwords.hash(password);
    // Sessions end before the change too: then an open screen requires a sign-in on top of the work, not a new password
    // within a session that ends.
    await this.sessions.endAll(id);
    await this.people.change(id, (data) => withPassword(data, passwordHash, { temporary: true }));
    await this.access.endAll(id);
    this.log.write('password.given', { person: id });
    const user = await this.runner.load(userStream(id), userAggregate);
    const inactive = user?.active === false ? ': deactivated, so that only an admin lets them in again' : '';
    report(`${record.value.name} is person ${id}, signed out everywhere${inactive}`);
    report(`password: ${password}`);
    report('It has to be changed at the first sign-in.');
  }

  /** Changes the address at once; the person is informed at both addresses. */
  private async changeEmail([present = '', email = '']: readonly string[], report: ReportLine): Promise<void> {
    if (personChecks.email(email)) throw new OperationRefused(`"${email}" is no e-mail address.`);
    const record = await this.people.recordByEmail(normalizeText(present));
    if (!record) throw new OperationRefused(`Nobody has the e-mail ${present}.`);
    const userId = Number(record.id);
    const wanted = { userId, email, how: 'operator', by: null, correlationId: randomUUID() } as const;
    const position = await this.emails.change(wanted, null).catch((error: unknown) => {
      if (!(error instanceof Refused)) throw error;
      const { refused, params } = error.refusal;
      throw new OperationRefused(`${normalizeText(email)}: ${refusalSentence(refused, params)}`);
    });
    const { name } = record.value;
    if (position === null)
      return report(`${name} is person ${userId}, and has the e-mail ${normalizeText(email)} already`);
    report(
      `${name} is person ${userId}, and has the e-mail ${normalizeText(email)} now; ${comparedEmail(present)} is free`,
    );
    report('The person is informed at both addresses. The password stays.');
  }

  /** Removes the second step of the sign-in for a person who lost every way to finish it; the password stays. */
  private async resetSecondStep(email: string, report: ReportLine): Promise<void> {
    const record = await this.people.recordByEmail(normalizeText(email));
    if (!record) throw new OperationRefused(`Nobody has the e-mail ${email}.`);
    const id = Number(record.id);
    const wasOn = isOn(await this.secondSteps.of(id));
    await this.secondSteps.reset(id);
    if (wasOn) await this.signInMails.tell(id, 'reset');
    const done = wasOn ? 'signs in by the password alone now' : 'had no second step';
    report(`${record.value.name} is person ${record.id}, and ${done}`);
  }

  private async setRole(id: number, role: GlobalRole): Promise<void> {
    const target = targetOf(userAggregate, id);
    const context = { actor: operator, via: 'api', correlationId: randomUUID() } as const;
    await this.lock.change([id], async () => {
      const { position } = await this.runner.run(target, { type: 'change', body: { role } }, context, async () => ({
        actor: operator,
        otherAdmins: await this.admins.besides(id),
        currency: this.config.currency,
        knownPositions: [],
      }));
      await this.readModels.untilApplied(position);
    });
  }
}

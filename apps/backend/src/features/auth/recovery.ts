import { refuse, refuseField, userAggregate, userStream } from '@gos/domain';
import { Injectable } from '@nestjs/common';
import { CommandRunner } from '../../engine/commands/command-runner';
import { Refused } from '../../kernel/refused';
import { SecurityLog } from '../../observability/security-log';
import { LastingAccess } from '../../shared/session/lasting-access';
import { Identities } from '../../shared/user/identities';
import { People } from '../../shared/user/people';
import { comparedEmail, type PersonData, withPassword } from '../../shared/user/person';
import { Recoveries } from '../../shared/user/recoveries';
import { type AttemptRequest, Attempts } from './common/attempts';
import { Passwords } from './common/passwords';
import { AccountMails } from './mails/account-mails';

const invalid = () => new Refused(refuseField('token', 'auth.recovery.token'));

/** Sets a new password for people who forgot theirs, by a mailed link. */
@Injectable()
export class Recovery {
  constructor(
    private readonly people: People,
    private readonly recoveries: Recoveries,
    private readonly passwords: Passwords,
    private readonly access: LastingAccess,
    private readonly identities: Identities,
    private readonly mails: AccountMails,
    private readonly attempts: Attempts,
    private readonly log: SecurityLog,
    private readonly runner: CommandRunner,
  ) {}

  /** Mails a link to the person with the e-mail. Answer and timing do not reveal whether there is one. */
  async ask(email: string): Promise<void> {
    const record = await this.people.recordByEmail(email);
    this.log.write('recovery.asked', record ? { person: Number(record.id) } : { email: comparedEmail(email) });
    await this.mails.recovery(record ? Number(record.id) : null);
  }

  /**
   * Sets the password of the link's person and signs them out everywhere. The link is used up before the password is
   * written: after a crash in between the former password holds, and another link may be requested. A repetition with
   * the same password, as after a lost answer, does nothing.
   * @throws Refused
   */
  async recover(token: string, password: string, request: AttemptRequest): Promise<void> {
    const link = await this.recoveries.find(token);
    if (!link) throw this.refused();
    const { userId } = link.value;
    const data = (await this.people.record(userId))?.value;
    const user = data && (await this.runner.load(userStream(userId), userAggregate));
    if (!data || user?.active === false) throw this.refused(userId);
    if (link.value.used) return this.mustBeThere({ userId, ...data }, password, request);
    if (!this.recoveries.isFor(link, data)) throw this.refused(userId);
    const passwordHash = await this.passwords.hashChosen(password, this.attempts.turnOf(request));
    if (!(await this.recoveries.use(link))) throw invalid();
    // Before the change too, so that a crash in between leaves no stranger signed in.
    await this.access.endAll(userId);
    await this.identities.keepOnly(userId, data.email);
    // The link was mailed to an address that is no longer the person's, or will change in a moment.
    const isElsewhere = ({ email, nextEmail }: PersonData) =>
      comparedEmail(email) !== comparedEmail(data.email) || nextEmail?.isConfirmed === true;
    const changed = await this.people.change(userId, (now) =>
      isElsewhere(now) ? now : withPassword(now, passwordHash),
    );
    if (!changed) throw new Refused(refuse('user.not-found'));
    if (changed.passwordHash !== passwordHash) throw this.refused(userId);
    await this.access.endAll(userId);
    this.log.write('recovery.used', { person: userId });
    await this.mails.passwordChanged(userId);
  }

  /** Prevents guesses by people who have a used link. */
  private async mustBeThere(
    { userId, email, passwordHash }: Pick<PersonData, 'email' | 'passwordHash'> & { readonly userId: number },
    password: string,
    request: AttemptRequest,
  ): Promise<void> {
    const attempt = await this.attempts.begin({ userId, email }, request);
    if (!(await attempt.verify(passwordHash, password))) throw invalid();
  }

  private refused(person?: number): Refused {
    this.log.write('recovery.refused', { person });
    return invalid();
  }
}

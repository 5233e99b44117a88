import { type OwnEmailAnswer, ownEmailOperations as operations } from '@gos/contract';
import { instantAt, refuse, refuseField } from '@gos/domain';
import { Body, Controller, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ActiveReadModels } from '../../../engine/projections/active-read-models';
import type { GosRequest } from '../../../http/request-context';
import { Serves } from '../../../http/serves';
import { Refused } from '../../../kernel/refused';
import { SecurityLog } from '../../../observability/security-log';
import { AccessChecks } from '../../../shared/session/access-checks';
import { EmailChanges } from '../../../shared/session/email-changes';
import { Sessions } from '../../../shared/session/sessions';
import { EmailLinks } from '../../../shared/user/email-links';
import { People } from '../../../shared/user/people';
import { comparedEmail, type PersonData } from '../../../shared/user/person';
import { PasswordConfirmation } from '../common/password-confirmation';
import { RateLimits } from '../common/rate-limits';
import { AccountMails } from '../mails/account-mails';
import { AskEmailDto, ConfirmEmailDto } from './email.bodies';

const idOf = ({ signedIn }: GosRequest) => signedIn!.actor.id;
const isSame = (one: string, other: string) => comparedEmail(one) === comparedEmail(other);
const invalid = () => new Refused(refuseField('token', 'user.email.link'));

/**
 * The change of one's own e-mail address. The link alone is not enough: a mistyped address would give the account to the
 * stranger who gets the mail, so the person has to be signed in where they open it.
 */
@ApiTags('me')
@Controller()
export class OwnEmailController {
  constructor(
    private readonly changes: EmailChanges,
    private readonly links: EmailLinks,
    private readonly people: People,
    private readonly sessions: Sessions,
    private readonly checks: AccessChecks,
    private readonly confirmation: PasswordConfirmation,
    private readonly limits: RateLimits,
    private readonly mails: AccountMails,
    private readonly readModels: ActiveReadModels,
    private readonly log: SecurityLog,
  ) {}

  @Serves(operations.email, "One's own e-mail address, and the one that waits for its confirmation")
  async email(@Req() request: GosRequest): Promise<OwnEmailAnswer> {
    const userId = idOf(request);
    const { email } = await this.dataOf(userId);
    const link = await this.links.pending(userId);
    const { epoch } = await this.checks.begin(userId);
    const isPending = link !== null && link.epoch === epoch && !isSame(link.email, email);
    return { email, pending: isPending ? { email: link.email, expiresAt: instantAt(link.expiresAt) } : null };
  }

  @Serves(operations.ask, 'Mail a link to a new address; answered alike whether somebody else has it')
  async ask(@Body() { email, password }: AskEmailDto, @Req() request: GosRequest): Promise<void> {
    const { userId, epoch } = await this.confirmation.confirmIfSet(password, request);
    const data = await this.dataOf(userId);
    if (isSame(email, data.email)) throw new Refused(refuseField('email', 'user.email.same'));
    this.limits.countEmailLink(userId, comparedEmail(email));
    const nonce = await this.links.make(userId, email, epoch);
    await this.mails.emailLink(userId, nonce);
    this.log.write('email.asked', { person: userId, email: comparedEmail(email) });
  }

  @Serves(operations.withdraw, 'Withdraw the change that waits for its confirmation; its link is void at once')
  async withdraw(@Req() request: GosRequest): Promise<void> {
    if (!(await this.links.withdraw(idOf(request)))) throw new Refused(refuse('user.email.none'));
  }

  /** Repeated, as after an answer that was lost, it does nothing. */
  @Serves(operations.confirm, 'Change the address by the mailed link')
  async confirm(@Body() { token }: ConfirmEmailDto, @Req() request: GosRequest): Promise<void> {
    const access = await this.sessions.checkedAccess(request.signedIn!);
    const { userId } = access;
    const link = await this.links.find(token);
    if (link?.value.userId !== userId) throw invalid();
    const { email, epoch } = link.value;
    const position = await this.changes.change(
      {
        userId,
        email,
        how: 'link',
        by: userId,
        correlationId: String(request.id),
        begins: async () => {
          if (epoch !== access.epoch || !(await this.links.use(link))) throw invalid();
        },
      },
      access,
    );
    if (position !== null) await this.readModels.waitUntilApplied(position);
  }

  private async dataOf(userId: number): Promise<PersonData> {
    const record = await this.people.record(userId);
    if (!record) throw new Refused(refuse('user.not-found'));
    return record.value;
  }
}

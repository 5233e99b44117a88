import {
  type InvitationAnswer,
  type InvitationLink,
  type InviteAnswer,
  type InvitedAnswer,
  invitationOperations,
  type Page,
} from '@gos/contract';
import { instantAt, refuse } from '@gos/domain';
import { Body, Controller, Inject, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { parseListQuery, skipOf } from '../../http/list-query';
import { Me, type SignedIn } from '../../http/request-context';
import { Serves } from '../../http/serves';
import { CONFIG, type Config } from '../../kernel/config';
import { Refused } from '../../kernel/refused';
import { SecurityLog } from '../../observability/security-log';
import { InstallationSettings } from '../../shared/installation/settings';
import { type Invitation, type InvitationRecord, Invitations } from '../../shared/user/invitations';
import { People } from '../../shared/user/people';
import { comparedEmail } from '../../shared/user/person';
import { InviteDto } from './common/auth.bodies';
import { AccountMails } from './mails/account-mails';

type Self = SignedIn['actor'];

function mustBeAdmin({ role }: Self): void {
  if (role !== 'admin') throw new Refused(refuse('user.forbidden'));
}

/** Invitations to register, for admins. */
@ApiTags('people')
@Controller()
export class InvitationsController {
  constructor(
    private readonly invitations: Invitations,
    private readonly people: People,
    private readonly settings: InstallationSettings,
    private readonly mails: AccountMails,
    private readonly log: SecurityLog,
    @Inject(CONFIG) private readonly config: Pick<Config, 'servers'>,
  ) {}

  @Serves(invitationOperations.invite, 'Invite people by mail, or renew their invitations (admins)')
  async invite(@Body() { invitations }: InviteDto, @Me() me: Self): Promise<InviteAnswer> {
    mustBeAdmin(me);
    if (this.settings.now.registration === 'off') throw new Refused(refuse('invitation.closed'));
    // The last role counts for an address that occurs more than once.
    const wanted = new Map(invitations.map((one) => [comparedEmail(one.email), one]));
    const results: InvitedAnswer[] = [];
    for (const { email, role } of wanted.values()) {
      if (await this.people.recordByEmail(email)) {
        results.push({ email, outcome: 'person', id: null });
        continue;
      }
      const { id, nonce, renewed } = await this.invitations.invite(email, role, me.id);
      await this.mails.invitation({ id, nonce });
      this.log.write('invitation.made', { email: comparedEmail(email), what: role });
      results.push({ email, outcome: renewed ? 'renewed' : 'invited', id });
    }
    return { results };
  }

  @Serves(invitationOperations.invitations, 'Invitations that nobody has used yet, the newest first (admins)')
  async list(@Query() raw: Record<string, unknown>, @Me() me: Self): Promise<Page<InvitationAnswer>> {
    mustBeAdmin(me);
    const query = parseListQuery(raw, invitationOperations.invitations.query);
    const all = await this.invitations.list();
    const { skip, limit } = skipOf(query);
    const items = all.slice(skip, skip + limit).map((record) => this.answerOf(record));
    return { items, total: all.length, page: query.page, pageSize: query.pageSize };
  }

  @Serves(
    invitationOperations.link,
    'Read the link of an invitation, to pass it on where no mail reaches the person (admins)',
  )
  async link(@Param('id') id: string, @Me() me: Self): Promise<InvitationLink> {
    mustBeAdmin(me);
    const record = await this.invitations.get(id);
    if (!record || this.invitations.isExpired(record.value)) throw new Refused(refuse('invitation.not-found'));
    this.log.write('invitation.link-read', { email: comparedEmail(record.value.email) });
    return { link: this.invitations.linkOf(record.value) };
  }

  @Serves(invitationOperations.withdraw, 'Withdraw an invitation; its link is refused at once (admins)')
  async withdraw(@Param('id') id: string, @Me() me: Self): Promise<void> {
    mustBeAdmin(me);
    if (!(await this.invitations.withdraw(id))) throw new Refused(refuse('invitation.not-found'));
    this.log.write('invitation.withdrawn');
  }

  private answerOf({ id, value }: InvitationRecord): InvitationAnswer {
    const { email, role, invitedBy, invitedAt, expiresAt } = value;
    return {
      id,
      email,
      role,
      invitedBy: this.people.ref(invitedBy),
      invitedAt: instantAt(invitedAt),
      expiresAt: instantAt(expiresAt),
      state: this.stateOf(value),
    };
  }

  /** Without a mail server, mails only lie in the data folder. */
  private stateOf(value: Invitation): InvitationAnswer['state'] {
    if (this.invitations.isExpired(value)) return 'expired';
    return this.config.servers.smtp === null ? 'no-mail' : value.mail;
  }
}

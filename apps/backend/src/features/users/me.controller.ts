import {
  accountOperations,
  type CommandAnswer,
  type MeAnswer,
  meOperations,
  type Page,
  type SessionAnswer,
} from '@gos/contract';
import { normalizeText, refuse, userAggregate } from '@gos/domain';
import { type UserDocument, userModel } from '@gos/projections';
import { Body, Controller, Inject, Param, Query, Req } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import type { PersonSender } from '../../engine/commands/command-sender';
import { RunCommand } from '../../engine/commands/run-command';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { parseListQuery, parseQuery, skipOf } from '../../http/list-query';
import { CommandRequest, type GosRequest, Me, Origin, type SignedIn } from '../../http/request-context';
import { Serves } from '../../http/serves';
import { Clock } from '../../kernel/clock';
import { CONFIG, type Config } from '../../kernel/config';
import { Refused } from '../../kernel/refused';
import { Sessions } from '../../shared/session/sessions';
import { CalendarAddresses } from '../../shared/user/calendar-addresses';
import { People } from '../../shared/user/people';
import { withName } from '../../shared/user/person';
import { UserAnswers } from '../../shared/user/user-answers';
import { ChangeMeDto } from './users.bodies';

type Self = SignedIn['actor'];

@ApiTags('me')
@Controller()
export class MeController {
  constructor(
    private readonly readModels: ActiveReadModels,
    private readonly people: People,
    private readonly answers: UserAnswers,
    private readonly sessions: Sessions,
    private readonly calendars: CalendarAddresses,
    private readonly commands: CommandBus,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Pick<Config, 'oidc'>,
  ) {}

  @Serves(meOperations.me, 'The signed-in person')
  async me(@Req() { signedIn }: GosRequest, @Origin() origin: string): Promise<MeAnswer> {
    const { actor, via, sessionId } = signedIn!;
    const answer = await this.answers.me(await this.document(actor.id), actor, origin);
    // The address would stay valid after the token has ended.
    if (via === 'api') return { ...answer, calendarUrl: null };
    // A sign-out that ended this session may have renewed the calendar's address.
    const { by } = await this.sessions.assertStored(sessionId);
    const provider =
      by?.signOut && this.config.oidc.find(({ id, issuer }) => id === by.provider && issuer === by.issuer);
    return provider ? { ...answer, signOutAt: { id: provider.id, name: provider.name } } : answer;
  }

  @Serves(meOperations.change, "Change one's own name, phone or language")
  async change(
    @Body() { name: given, phone, language }: ChangeMeDto,
    @CommandRequest() sender: PersonSender,
    @Me() me: Self,
  ): Promise<CommandAnswer> {
    const name = given === undefined ? this.people.name(me.id) : normalizeText(given);
    const renamed = name === this.people.name(me.id) ? null : await this.rename(sender);
    const { user } = await this.document(me.id);
    await this.people.change(me.id, (data) => ({
      ...(given === undefined ? data : withName(data, name, this.clock.instant())),
      ...(phone !== undefined && { phone: phone === null ? null : normalizeText(phone) || null }),
      ...(language !== undefined && { language }),
    }));
    const position = renamed?.position ?? this.readModels.answered(null);
    return { id: me.id, revision: user.revision, position };
  }

  @Serves(meOperations.sessions, 'The browsers in which one is signed in, the latest first')
  async list(@Query() raw: Record<string, unknown>, @Req() { signedIn }: GosRequest): Promise<Page<SessionAnswer>> {
    const query = parseListQuery(raw, meOperations.sessions.query);
    const all = await this.sessions.list(signedIn!.actor.id, signedIn!.sessionId);
    const { skip, limit } = skipOf(query);
    return { items: all.slice(skip, skip + limit), total: all.length, page: query.page, pageSize: query.pageSize };
  }

  @Serves(accountOperations.endOtherSessions, 'Sign out everywhere but here')
  async endOthers(@Query() raw: Record<string, unknown>, @Req() { signedIn }: GosRequest): Promise<void> {
    const { renewCalendar } = parseQuery(raw, accountOperations.endOtherSessions.query);
    const { id } = signedIn!.actor;
    await this.sessions.endOthers(id, signedIn!.sessionId);
    if (renewCalendar === true) await this.calendars.replaceToken(id);
  }

  @Serves(meOperations.endSession, 'Sign out one of the browsers')
  async end(@Param('id') sessionId: string, @Me() me: Self): Promise<void> {
    if (!(await this.sessions.endOne(me.id, sessionId))) throw new Refused(refuse('session.not-found'));
  }

  /**
   * The event comes first: after a crash in between, the log may contain a renaming that did not happen, but no
   * renaming lacks an event.
   */
  private rename(sender: PersonSender): Promise<{ readonly position: string }> {
    const command = { type: 'rename', body: {} } as const;
    return this.commands.execute(new RunCommand(userAggregate, sender.actor.id, command, { ...sender, ifMatch: null }));
  }

  private async document(userId: number): Promise<UserDocument> {
    const document = await this.readModels.get<UserDocument>(userModel, userId);
    if (!document) throw new Refused(refuse('store.unavailable'));
    return document;
  }
}

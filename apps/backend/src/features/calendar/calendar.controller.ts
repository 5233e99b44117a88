import { calendarFeed, calendarOperations, type Page, type TaskRowAnswer } from '@gos/contract';
import { daysBetween, daysLater, type FieldError, refuse } from '@gos/domain';
import { Controller, Header, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiParam, ApiTags } from '@nestjs/swagger';
import { parseListQuery, parseQuery } from '../../http/list-query';
import { Public } from '../../http/public-route';
import { Me, MySession, Origin, type SignedIn } from '../../http/request-context';
import { Serves, ServesContent } from '../../http/serves';
import { Refused, throwIfWrong } from '../../kernel/refused';
import { SecurityLog } from '../../observability/security-log';
import { AccessChecks } from '../../shared/session/access-checks';
import { Sessions } from '../../shared/session/sessions';
import { CalendarAddresses } from '../../shared/user/calendar-addresses';
import { Calendar, type Days } from './calendar';
import { FeedCopies } from './feed-copies';

/** The longest range in days: a leap year. */
const maxDays = 366;
function checked(days: Days): Days {
  const errors: FieldError[] = [
    ...(days.to < days.from ? [{ path: 'to', code: 'validation.too-small', params: { min: days.from } } as const] : []),
    ...(daysBetween(days.from, days.to) > maxDays
      ? [{ path: 'to', code: 'validation.too-large', params: { max: daysLater(days.from, maxDays)! } } as const]
      : []),
  ];
  throwIfWrong(errors);
  return days;
}

@ApiTags('calendar')
@Controller()
export class CalendarController {
  constructor(
    private readonly calendar: Calendar,
    private readonly addresses: CalendarAddresses,
    private readonly log: SecurityLog,
    private readonly copies: FeedCopies,
    private readonly sessions: Sessions,
    private readonly checks: AccessChecks,
  ) {}

  @Serves(
    calendarOperations.items,
    'Tasks in which the reader has a part with a deadline, or planned by them, on these days',
  )
  items(@Query() raw: Record<string, unknown>, @Me() me: SignedIn['actor']): Promise<Page<TaskRowAnswer>> {
    const query = parseListQuery(raw, calendarOperations.items.query);
    return this.calendar.items(checked(query.own), query, me);
  }

  @Serves(calendarOperations.renew, 'A new address of the calendar feed; the old one leads nowhere from now on')
  async renew(@MySession() session: SignedIn, @Origin() origin: string) {
    const access = await this.sessions.checkedAccess(session);
    const { userId } = access;
    const calendarUrl = await this.addresses.renew(userId, origin);
    await this.checks.confirm(access, () => this.addresses.replaceToken(userId));
    this.log.write('secret.rotated', { person: userId, what: 'calendar' });
    return { calendarUrl };
  }

  @Serves(calendarOperations.turnOff, 'Turn the calendar feed off')
  async turnOff(@Me() me: SignedIn['actor']): Promise<void> {
    await this.addresses.turnOff(me.id);
  }

  @ServesContent(calendarFeed, 'Meetings, deadlines and planned days of whoever gave the address away (RFC 5545)')
  @Public()
  @Header('content-type', 'text/calendar; charset=utf-8')
  @Header('content-disposition', 'inline; filename="gos.ics"')
  @ApiParam({ name: 'token', type: String })
  @ApiOkResponse({ content: { 'text/calendar': { schema: { type: 'string' } } } })
  async feed(
    @Param('token') token: string,
    @Query() raw: Record<string, unknown>,
    @Origin() reached: string,
  ): Promise<string> {
    const query = parseQuery(raw, calendarFeed.query);
    const subscription = await this.addresses.byToken(token);
    if (subscription) this.copies.count(subscription.feedId);
    const origin = this.addresses.originOf(reached);
    const feed = subscription && (await this.calendar.feed(subscription, { origin, asTodos: query.todo === true }));
    // The address may have been renewed while the feed was built.
    if (feed === null || (await this.addresses.byToken(token)) === null) throw new Refused(refuse('request.not-found'));
    return feed;
  }
}

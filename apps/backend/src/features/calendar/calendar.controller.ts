import { type CalendarItem, calendarFeedRoute, calendarOperations, type Page } from '@gos/contract';
import { addDays, type Day, type FieldError, refuse } from '@gos/domain';
import { Controller, Header, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiParam, ApiQuery, ApiTags } from '@nestjs/swagger';
import { CalendarAddresses } from '../../entities/user/calendar-addresses';
import { type ListRules, listQuery, queryOf, readers } from '../../http/list-query';
import { Public } from '../../http/public-route';
import { Me, Origin, type SignedIn } from '../../http/request-context';
import { Serves, ServesContent } from '../../http/serves';
import { refusalOfErrors } from '../../http/validation';
import { Refused } from '../../kernel/refused';
import { Calendar, calendarParts, type Days } from './calendar';

/** The longest range in days: a leap year. */
const mostDays = 366;
/** Page size large enough for nearly everybody's month. */
const mostItems = 1_000;

const day = { read: readers.day, code: 'validation.day', required: true } as const;
const rules: ListRules = {
  sortable: [],
  filters: { part: readers.choice(calendarParts) },
  own: { from: day, to: day },
  maxPageSize: mostItems,
};
const todo = { read: readers.flag, code: 'validation.choice' } as const;

function checked(days: Days): Days {
  const last = addDays(days.from, mostDays);
  const errors: FieldError[] = [
    ...(days.to < days.from ? [{ path: 'to', code: 'validation.too-small', params: { min: days.from } } as const] : []),
    ...(days.to > last ? [{ path: 'to', code: 'validation.too-large', params: { max: last } } as const] : []),
  ];
  if (errors.length > 0) throw new Refused(refusalOfErrors(errors));
  return days;
}

@ApiTags('calendar')
@Controller()
export class CalendarController {
  constructor(
    private readonly calendar: Calendar,
    private readonly addresses: CalendarAddresses,
  ) {}

  @Serves(
    calendarOperations.items,
    'Tasks in which the reader has a part with a deadline, or planned by them, on these days',
  )
  @ApiQuery({ name: 'from', description: 'first day', schema: { type: 'string', format: 'date' } })
  @ApiQuery({ name: 'to', description: 'last day', schema: { type: 'string', format: 'date' } })
  @ApiQuery({
    name: 'part',
    required: false,
    enum: calendarParts,
    isArray: true,
    description: 'all unless said otherwise',
  })
  @ApiQuery({ name: 'page', required: false, type: Number })
  @ApiQuery({ name: 'pageSize', required: false, type: Number, description: `${mostItems} unless said otherwise` })
  items(@Query() raw: Record<string, unknown>, @Me() me: SignedIn['actor']): Promise<Page<CalendarItem>> {
    const query = listQuery({ pageSize: String(mostItems), ...raw }, rules);
    const days = checked({ from: query.own.from as Day, to: query.own.to as Day });
    return this.calendar.items(days, query, me);
  }

  @Serves(calendarOperations.renew, 'A new address of the calendar feed; the old one leads nowhere from now on')
  async renew(@Me() me: SignedIn['actor'], @Origin() origin: string) {
    return { calendarUrl: await this.addresses.renew(me.id, origin) };
  }

  @Serves(calendarOperations.turnOff, 'Turn the calendar feed off')
  async turnOff(@Me() me: SignedIn['actor']): Promise<void> {
    await this.addresses.turnOff(me.id);
  }

  @ServesContent(calendarFeedRoute, 'Meetings, deadlines and planned days of whoever gave the address away (RFC 5545)')
  @Public()
  @Header('content-type', 'text/calendar; charset=utf-8')
  @Header('content-disposition', 'inline; filename="gos.ics"')
  @ApiParam({ name: 'token', type: String })
  @ApiQuery({ name: 'todo', required: false, type: Boolean, description: 'deadlines as to-dos' })
  @ApiOkResponse({ content: { 'text/calendar': { schema: { type: 'string' } } } })
  async feed(
    @Param('token') token: string,
    @Query() raw: Record<string, unknown>,
    @Origin() reached: string,
  ): Promise<string> {
    const query = queryOf(raw, { todo });
    const subscription = await this.addresses.byToken(token);
    const origin = this.addresses.originOf(reached);
    const feed = subscription && (await this.calendar.feed(subscription, { origin, asTodos: query.todo === true }));
    if (feed === null) throw new Refused(refuse('request.not-found'));
    return feed;
  }
}

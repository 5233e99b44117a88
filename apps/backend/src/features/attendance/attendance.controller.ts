import {
  type AttendanceActivity,
  type AttendanceDay,
  type AttendanceMonth,
  attendanceOperations,
  type Comparison,
  compareOperations,
  type Page,
  type MissingDayReminders as Reminded,
  type TeamMonth,
  type VacationBalance,
} from '@gos/contract';
import { daysBetween, daysLater, type Instant, keepsAttendance, localDay, refuse, seesAttendance } from '@gos/domain';
import { type UserDocument, userModel } from '@gos/projections';
import { Controller, Inject, Query, Body as RequestBody } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { PersonSender } from '../../engine/commands/command-sender';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { momentOf } from '../../engine/projections/past-read-models';
import { Body } from '../../http/body-class';
import { parseListQuery, parseQuery } from '../../http/list-query';
import { CommandRequest, Me, type SignedIn } from '../../http/request-context';
import { Serves } from '../../http/serves';
import { Clock } from '../../kernel/clock';
import { CONFIG, type Config } from '../../kernel/config';
import { Refused, throwIfWrong } from '../../kernel/refused';
import { comparedOf } from '../../shared/compare/differences';
import { ComparedMonths } from './compared-months';
import { Days, longestActivityDays } from './days';
import { MissingDayReminders } from './missing-day-reminders';
import type { AskedMonth } from './month-days';
import { Months } from './months';
import { TeamMonths } from './team-months';
import { VacationBalances } from './vacation-balances';

class RemindDto extends Body(attendanceOperations.remind.body) {}

type Reader = SignedIn['actor'];

@ApiTags('attendance')
@Controller()
export class AttendanceController {
  constructor(
    private readonly monthly: Months,
    private readonly team: TeamMonths,
    private readonly reminders: MissingDayReminders,
    private readonly days: Days,
    private readonly vacations: VacationBalances,
    private readonly compared: ComparedMonths,
    private readonly readModels: ActiveReadModels,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Pick<Config, 'timeZone'>,
  ) {}

  @Serves(
    attendanceOperations.month,
    "A month of attendance: one's own, or anybody's for readers of everybody's attendance",
  )
  async month(@Query() raw: Record<string, unknown>, @Me() me: Reader): Promise<AttendanceMonth> {
    const { userId, at, ...asked } = parseQuery(raw, attendanceOperations.month.query);
    return this.monthly.of(await this.whose(userId, me), this.monthOf(asked, at), me, at);
  }

  @Serves(
    compareOperations.month,
    "Two moments of a month of attendance: one's own, or anybody's for readers of everybody's attendance",
  )
  async compare(@Query() raw: Record<string, unknown>, @Me() me: Reader): Promise<Comparison> {
    const { userId, month, year, ...moments } = parseQuery(raw, compareOperations.month.query);
    const compared = comparedOf(moments);
    return this.compared.of(await this.whose(userId, me), { month, year }, compared, me);
  }

  @Serves(attendanceOperations.months, "Everybody's month (readers of everybody's attendance)")
  async months(@Query() raw: Record<string, unknown>, @Me() me: Reader): Promise<Page<AttendanceMonth>> {
    const query = parseListQuery(raw, attendanceOperations.months.query);
    if (!seesAttendance(me)) throw new Refused(refuse('attendance.forbidden'));
    const { at, ...asked } = query.own;
    return this.monthly.page(this.monthOf(asked, at), query, me, at);
  }

  @Serves(attendanceOperations.teamMonth, "Everybody's month in numbers (readers of everybody's attendance)")
  async teamMonth(@Query() raw: Record<string, unknown>, @Me() me: Reader): Promise<Page<TeamMonth>> {
    const query = parseListQuery(raw, attendanceOperations.teamMonth.query);
    if (!seesAttendance(me)) throw new Refused(refuse('attendance.forbidden'));
    const { at, ...asked } = query.own;
    return this.team.page(this.monthOf(asked, at), query, me, at);
  }

  @Serves(
    attendanceOperations.remind,
    'Remind people of the missing days of their month, each once a day (people with the attendance of others)',
  )
  remind(@RequestBody() { userIds, ...asked }: RemindDto, @CommandRequest() sender: PersonSender): Promise<Reminded> {
    if (!keepsAttendance(sender.actor)) throw new Refused(refuse('attendance.forbidden'));
    return this.reminders.send(asked, userIds, sender);
  }

  @Serves(
    attendanceOperations.vacation,
    "A year's balance of vacation: one's own, or anybody's for readers of everybody's attendance",
  )
  async vacation(@Query() raw: Record<string, unknown>, @Me() me: Reader): Promise<VacationBalance> {
    const { userId, year } = parseQuery(raw, attendanceOperations.vacation.query);
    return this.vacations.of(await this.person(await this.whose(userId, me)), year);
  }

  @Serves(attendanceOperations.day, "A worked day: one's own, or anybody's for readers of everybody's attendance")
  async day(@Query() raw: Record<string, unknown>, @Me() me: Reader): Promise<AttendanceDay> {
    const { userId, date, at } = parseQuery(raw, attendanceOperations.day.query);
    return this.days.day(await this.whose(userId, me), date ?? this.today(at), me, at);
  }

  @Serves(attendanceOperations.activity, 'What a person did in a span of days')
  async activity(@Query() raw: Record<string, unknown>, @Me() me: Reader): Promise<AttendanceActivity> {
    const { userId = me.id, from, to } = parseQuery(raw, attendanceOperations.activity.query);
    throwIfWrong([
      to < from ? { path: 'to', code: 'work.range' } : null,
      daysBetween(from, to) > longestActivityDays
        ? { path: 'to', code: 'validation.too-large', params: { max: daysLater(from, longestActivityDays)! } }
        : null,
    ]);
    if (userId !== me.id && me.role === 'collaborator') throw new Refused(refuse('user.not-found'));
    return this.days.activity(await this.known(userId), from, to, me);
  }

  /** The person who is meant. @throws Refused */
  private async whose(userId: number | undefined, me: Reader): Promise<number> {
    if (userId === undefined || userId === me.id) return me.id;
    if (!seesAttendance(me)) throw new Refused(refuse('attendance.forbidden'));
    return this.known(userId);
  }

  private async known(userId: number): Promise<number> {
    return (await this.person(userId)).user.id;
  }

  private async person(userId: number): Promise<UserDocument> {
    const user = await this.readModels.get<UserDocument>(userModel, userId);
    if (!user) throw new Refused(refuse('user.not-found'));
    return user;
  }

  private monthOf({ month, year }: Partial<AskedMonth>, at?: Instant): AskedMonth {
    const today = this.today(at);
    return { month: month ?? Number(today.slice(5, 7)), year: year ?? Number(today.slice(0, 4)) };
  }

  private today(at?: Instant): string {
    return localDay(momentOf(at, this.clock), this.config.timeZone);
  }
}

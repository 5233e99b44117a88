import type { AttendanceMonth, AttendanceMonthDay, Page } from '@gos/contract';
import {
  type Day,
  daysFrom,
  type Instant,
  isDayOf,
  isFlagged,
  isNameable,
  minutesWithin,
  monthSpan,
  plannedMinutesOf,
  spanOfDays,
} from '@gos/domain';
import { type UserDocument, userModel } from '@gos/projections';
import { Inject, Injectable } from '@nestjs/common';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { momentOf, readerAt } from '../../engine/projections/past-read-models';
import { Clock } from '../../kernel/clock';
import { CONFIG, type Config } from '../../kernel/config';
import { turn } from '../../kernel/pieces';
import { Holidays } from '../../shared/plan/holidays';
import { Plans } from '../../shared/plan/plans';
import { People } from '../../shared/user/people';
import { type Reader, refBy, UserAnswers } from '../../shared/user/user-answers';
import { PersonalWork } from '../../shared/work/personal-work';
import { ClosedMonths } from './closed-months';

export interface AskedMonth {
  readonly month: number;
  readonly year: number;
}

interface MonthDays {
  readonly days: readonly Day[];
  readonly holidays: ReadonlyMap<Day, string>;
}

/** Months of attendance: planned and worked time of each day, and what was worked on. */
@Injectable()
export class Months {
  constructor(
    private readonly readModels: ActiveReadModels,
    private readonly people: People,
    private readonly users: UserAnswers,
    private readonly work: PersonalWork,
    private readonly plans: Plans,
    private readonly holidays: Holidays,
    private readonly closed: ClosedMonths,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Pick<Config, 'timeZone'>,
  ) {}

  async of(userId: number, asked: AskedMonth, reader: Reader, at?: Instant): Promise<AttendanceMonth> {
    return this.month(userId, asked, await this.daysOf(asked, reader), reader, at);
  }

  /** Returns everybody's month, by name: active people and people who worked in it. */
  async page(
    asked: AskedMonth,
    { q, page, pageSize }: { readonly q: string | null; readonly page: number; readonly pageSize: number },
    reader: Reader,
    at?: Instant,
  ): Promise<Page<AttendanceMonth>> {
    const named = q === null ? this.people.order() : this.people.search(q);
    const users = await readerAt(this.readModels, at).getMany<UserDocument>(userModel, named);
    const worked = await this.workedIn(asked, at);
    const ids = named.filter((id) => {
      const user = users.get(String(id))?.user;
      return user !== undefined && (isNameable(user) || worked.has(id));
    });
    const days = await this.daysOf(asked, reader);
    const items: AttendanceMonth[] = [];
    for (const id of ids.slice((page - 1) * pageSize, page * pageSize)) {
      items.push(await this.month(id, asked, days, reader, at));
      await turn();
    }
    return { items, total: ids.length, page, pageSize };
  }

  private async workedIn({ year, month }: AskedMonth, at?: Instant): Promise<ReadonlySet<number>> {
    const { start, end } = monthSpan(year, month, this.config.timeZone);
    return this.work.workersBetween(
      start,
      end,
      readerAt(this.readModels, at),
      new Date(momentOf(at, this.clock)).toISOString(),
    );
  }

  private async month(
    userId: number,
    { month, year }: AskedMonth,
    { days, holidays }: MonthDays,
    reader: Reader,
    at?: Instant,
  ): Promise<AttendanceMonth> {
    const zone = this.config.timeZone;
    const span = monthSpan(year, month, zone);
    const past = at === undefined ? undefined : { at, reader };
    const [documents, planned, closed] = await Promise.all([
      this.work.between(userId, span.start, span.end, readerAt(this.readModels, at)),
      this.plans.within(days[0]!, days.at(-1)!, { 'plan.userId': userId }, past),
      this.closed.of(userId, span.month, at),
    ]);
    const closers = [closed?.closedBy ?? null, ...(closed?.adjustments.map(({ by }) => by) ?? [])];
    const person = await this.users.namesAmong(closers, reader, [userId]);
    const plans = planned.map(({ plan }) => plan);
    const byTask = await this.work.byTask(documents, reader);
    const now = new Date(momentOf(at, this.clock)).toISOString();
    const told = days.map((date): AttendanceMonthDay => {
      const { start, end } = spanOfDays(date, date, zone);
      const holiday = holidays.get(date) ?? null;
      return {
        date,
        plannedMinutes: plannedMinutesOf(date, plans, { zone, holiday: holiday !== null }),
        workedMinutes: documents.reduce((sum, { entry }) => sum + minutesWithin(entry, start, end), 0),
        holiday,
        planned: [...new Set(plans.filter((plan) => isDayOf(plan, date)).map(({ type }) => type))],
        flagged: documents.some(({ entry }) => entry.from >= start && entry.from < end && isFlagged(entry, now, zone)),
        tasks: byTask(start, end),
      };
    });
    const adjusted = closed?.adjustments.reduce((sum, { was, is }) => sum + is - was, 0) ?? 0;
    const sumOf = (which: 'plannedMinutes' | 'workedMinutes') => told.reduce((sum, day) => sum + day[which], 0);
    return {
      userId,
      user: this.people.ref(userId),
      month,
      year,
      days: told,
      totals: { plannedMinutes: sumOf('plannedMinutes'), workedMinutes: sumOf('workedMinutes') - adjusted },
      closed: closed !== null,
      closedAt: closed?.closedAt ?? null,
      closedBy: refBy(person, closed?.closedBy ?? null),
      adjustments: (closed?.adjustments ?? []).map(({ entryId, was, is, by, at }) => ({
        entryId,
        was,
        is,
        by: refBy(person, by),
        at,
      })),
    };
  }

  private async daysOf({ month, year }: AskedMonth, reader: Reader): Promise<MonthDays> {
    const first = `${monthSpan(year, month, 'UTC').month}-01`;
    const days = daysFrom(first, `${first.slice(0, 8)}31`, 31).filter((day) => day.startsWith(first.slice(0, 7)));
    const holidays = await this.holidays.between(first, days.at(-1)!, this.people.languageOf(reader.id));
    return { days, holidays: new Map(holidays.map(({ date, name }) => [date, name])) };
  }
}

import type { AttendanceMonth, AttendanceMonthDay, Page } from '@gos/contract';
import {
  differenceOf,
  type Instant,
  isFlagged,
  isMissingDay,
  localDay,
  minutesWithin,
  monthSpan,
  type OvertimeStart,
  overtimeOf,
  sumOfAbsences,
} from '@gos/domain';
import {
  type Adjustment,
  type UserDocument,
  userModel,
  type WorkDocument,
  workEntryId,
  workModel,
} from '@gos/projections';
import { Inject, Injectable } from '@nestjs/common';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { momentOf, readerAt } from '../../engine/projections/past-read-models';
import { Clock } from '../../kernel/clock';
import { CONFIG, type Config } from '../../kernel/config';
import { turn } from '../../kernel/pieces';
import { InstallationSettings } from '../../shared/installation/settings';
import { Plans } from '../../shared/plan/plans';
import { People } from '../../shared/user/people';
import { type Reader, refBy, UserAnswers } from '../../shared/user/user-answers';
import { PersonalWork } from '../../shared/work/personal-work';
import { WorkAnswers } from '../../shared/work/work-answers';
import { adjustedMinutesOf, ClosedMonths, closingOf } from './closed-months';
import { type AskedMonth, countedDay, type MonthDay, MonthDays } from './month-days';
import { Overtime } from './overtime';
import { TeamMonths, type TeamQuery } from './team-months';

/** Months of attendance: planned and worked time of each day, and what was worked on. */
@Injectable()
export class Months {
  constructor(
    private readonly readModels: ActiveReadModels,
    private readonly people: People,
    private readonly users: UserAnswers,
    private readonly work: PersonalWork,
    private readonly plans: Plans,
    private readonly monthDays: MonthDays,
    private readonly team: TeamMonths,
    private readonly overtime: Overtime,
    private readonly settings: InstallationSettings,
    private readonly answers: WorkAnswers,
    private readonly closed: ClosedMonths,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Pick<Config, 'timeZone'>,
  ) {}

  async of(userId: number, asked: AskedMonth, reader: Reader, at?: Instant): Promise<AttendanceMonth> {
    const begun = await this.overtime.before(asked, [userId], reader, at);
    return this.month(userId, asked, await this.monthDays.of(asked, reader), begun.get(userId), reader, at);
  }

  /** Returns the months of the people that the query selects, in its order. */
  async page(asked: AskedMonth, query: TeamQuery, reader: Reader, at?: Instant): Promise<Page<AttendanceMonth>> {
    const { ids, total } = await this.team.idsOf(asked, query, reader, at);
    const days = await this.monthDays.of(asked, reader);
    const begun = await this.overtime.before(asked, ids, reader, at);
    const items: AttendanceMonth[] = [];
    for (const id of ids) {
      items.push(await this.month(id, asked, days, begun.get(id), reader, at));
      await turn();
    }
    const { page, pageSize } = query;
    return { items, total, page, pageSize };
  }

  private async month(
    userId: number,
    { month, year }: AskedMonth,
    days: readonly MonthDay[],
    begun: OvertimeStart | undefined,
    reader: Reader,
    at?: Instant,
  ): Promise<AttendanceMonth> {
    const zone = this.config.timeZone;
    const span = monthSpan(year, month, zone);
    const past = at === undefined ? undefined : { at, reader };
    const [documents, planned, closed] = await Promise.all([
      this.work.between(userId, span.start, span.end, readerAt(this.readModels, at)),
      this.plans.within(days[0]!.date, days.at(-1)!.date, { 'plan.userId': userId }, past),
      this.closed.of(userId, span.month, at),
    ]);
    const closers = [closed?.closedBy ?? null, ...(closed?.adjustments.map(({ by }) => by) ?? [])];
    const person = await this.users.namesAmong(closers, reader, [userId]);
    const placeOf = await this.placesOf(closed?.adjustments ?? [], reader, at);
    const plans = planned.map(({ plan }) => plan);
    const byTask = await this.work.byTask(documents, reader);
    const moment = momentOf(at, this.clock);
    const now = new Date(moment).toISOString();
    const { workingDays } = this.settings.now;
    const today = localDay(moment, zone);
    const running = documents.find(({ entry }) => entry.to === null && entry.from >= span.start)?.entry.from ?? null;
    const counted = days.map((day) => {
      const workedMinutes = documents.reduce((sum, { entry }) => sum + minutesWithin(entry, day.start, day.end), 0);
      return countedDay(day, plans, { workedMinutes, running }, { zone, workingDays });
    });
    const told = days.map(({ date, start, end, holiday }, index): AttendanceMonthDay => {
      const { held, plannedMinutes, breakMinutes, workedMinutes, absences } = counted[index]!;
      return {
        date,
        plannedMinutes,
        workedMinutes,
        breakMinutes,
        holiday,
        planned: [...new Set(held.map(({ type }) => type))],
        absences,
        flagged: documents.some(({ entry }) => entry.from >= start && entry.from < end && isFlagged(entry, now, zone)),
        tasks: byTask(start, end),
      };
    });
    const adjusted = adjustedMinutesOf(closed);
    const user = await this.readModels.get<UserDocument>(userModel, userId);
    const sumOf = (which: 'plannedMinutes' | 'workedMinutes') => told.reduce((sum, day) => sum + day[which], 0);
    return {
      userId,
      user: this.people.ref(userId),
      month,
      year,
      days: told,
      differenceMinutes: differenceOf(told, today) - adjusted,
      overtimeMinutes: begun ? begun.minutes + overtimeOf(told, begun, today) : null,
      overtimeStart: at === undefined ? (user?.user.overtime ?? null) : null,
      absences: sumOfAbsences(told.flatMap(({ absences }) => absences)),
      missingDays: counted.filter((day) => isMissingDay(day, today)).map(({ date }) => date),
      runningSince: running,
      totals: { plannedMinutes: sumOf('plannedMinutes'), workedMinutes: sumOf('workedMinutes') - adjusted },
      ...closingOf(closed, span, zone),
      closedBy: refBy(person, closed?.closedBy ?? null),
      adjustments: (closed?.adjustments ?? []).map((one) => ({
        entryId: one.entryId,
        ...placeOf(one),
        was: one.was,
        is: one.is,
        by: refBy(person, one.by),
        at: one.at,
        reason: one.reason ?? null,
      })),
    };
  }

  /** Returns the day and the task of each adjusted entry, as the reader sees them. */
  private async placesOf(adjustments: readonly Adjustment[], reader: Reader, at?: Instant) {
    const ids = adjustments.map(({ entryId }) => workEntryId(entryId));
    const entries = await readerAt(this.readModels, at).getMany<WorkDocument>(workModel, [...new Set(ids)]);
    const names = await this.answers.namesOf([...entries.values()], reader);
    return ({ entryId, at: adjusted }: Adjustment) => {
      const document = entries.get(workEntryId(entryId));
      return {
        date: localDay(document?.entry.from ?? adjusted, this.config.timeZone),
        task: document ? names(document).task : { id: null, name: null },
      };
    };
  }
}

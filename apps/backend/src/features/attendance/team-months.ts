import { type attendanceOperations, type Page, type TeamMonth, usualPageSize } from '@gos/contract';
import {
  type Day,
  differenceOf,
  type Instant,
  isMissingDay,
  isNameable,
  localDay,
  monthSpan,
  type OvertimeStart,
  overtimeOf,
  sumOfAbsences,
} from '@gos/domain';
import { type ClosedMonth, type PlanDocument, type UserDocument, userModel } from '@gos/projections';
import { Inject, Injectable } from '@nestjs/common';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { type ModelReader, momentOf, readerAt } from '../../engine/projections/past-read-models';
import { type ParsedListQuery, skipOf } from '../../http/list-query';
import { Clock } from '../../kernel/clock';
import { CONFIG, type Config } from '../../kernel/config';
import { inParts } from '../../kernel/pieces';
import { InstallationSettings } from '../../shared/installation/settings';
import { Plans, plansByPerson } from '../../shared/plan/plans';
import { People } from '../../shared/user/people';
import type { Reader } from '../../shared/user/user-answers';
import { PersonalWork } from '../../shared/work/personal-work';
import type { Filter } from '../../stores/read-models/read-models';
import { adjustedMinutesOf, ClosedMonths, closingOf } from './closed-months';
import { type AskedMonth, countedDay, type MonthDay, MonthDays } from './month-days';
import { MonthWork, type Worked } from './month-work';
import { Overtime } from './overtime';

export type TeamQuery = ParsedListQuery<typeof attendanceOperations.teamMonth.query>;

/** The people of a list and their order. */
type Shown = Pick<TeamQuery, 'q' | 'sort' | 'filters'>;

/** People whose plans are looked through between two turns of others: some milliseconds. */
const peopleAtOnce = 50;

const numberOf: Readonly<Record<Exclude<TeamQuery['sort'][number]['field'], 'name'>, (row: TeamMonth) => number>> = {
  planned: ({ plannedMinutes }) => plannedMinutes,
  worked: ({ workedMinutes }) => workedMinutes,
  difference: ({ differenceMinutes }) => differenceMinutes,
  // People without a balance come before all others.
  overtime: ({ overtimeMinutes }) => overtimeMinutes ?? Number.MIN_SAFE_INTEGER,
  missing: ({ missingDays }) => missingDays.length,
  closed: ({ closed }) => Number(closed),
};

/** Everybody's month in numbers: one pass over the month's work by day, and one over its plans. */
@Injectable()
export class TeamMonths {
  constructor(
    private readonly readModels: ActiveReadModels,
    private readonly people: People,
    private readonly work: MonthWork,
    private readonly personal: PersonalWork,
    private readonly overtime: Overtime,
    private readonly plans: Plans,
    private readonly days: MonthDays,
    private readonly closed: ClosedMonths,
    private readonly settings: InstallationSettings,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Pick<Config, 'timeZone'>,
  ) {}

  async page(asked: AskedMonth, query: TeamQuery, reader: Reader, at?: Instant): Promise<Page<TeamMonth>> {
    const rows = await this.rows(asked, query, reader, at);
    const { page, pageSize } = query;
    const { skip, limit } = skipOf(query);
    return { items: rows.slice(skip, skip + limit), total: rows.length, page, pageSize };
  }

  /** Returns the months of those people who have attendance in it, by name. */
  of(asked: AskedMonth, userIds: readonly number[], reader: Reader): Promise<readonly TeamMonth[]> {
    const query = { q: null, sort: [], filters: { user: userIds } };
    return this.rows(asked, query, reader);
  }

  /** The ids of the people of a page, and the number of people. */
  async idsOf(asked: AskedMonth, query: TeamQuery, reader: Reader, at?: Instant) {
    const { sort, filters } = query;
    const bySums = sort.length > 0 || filters.missing !== undefined || filters.closed !== undefined;
    const ids = bySums
      ? (await this.rows(asked, query, reader, at)).map(({ userId }) => userId)
      : await this.candidates(asked, query, at);
    const { skip, limit } = skipOf(query);
    return { ids: ids.slice(skip, skip + limit), total: ids.length };
  }

  /** Active people and people who worked in the month, by name; auditors have no attendance. */
  private async candidates(asked: AskedMonth, { q, filters }: Shown, at?: Instant): Promise<readonly number[]> {
    const named = q === null ? this.people.order() : this.people.search(q);
    const from = readerAt(this.readModels, at);
    const [users, worked] = await Promise.all([
      from.getMany<UserDocument>(userModel, named),
      this.workedIn(asked, from, at),
    ]);
    const { user: chosen, position } = filters;
    return named.filter((id) => {
      const user = users.get(String(id))?.user;
      if (user === undefined || !(isNameable(user) || worked.has(id))) return false;
      if (chosen !== undefined && !chosen.includes(id)) return false;
      return (
        position === undefined ||
        position.some((one) => (one === null ? user.positionIds.length === 0 : user.positionIds.includes(one)))
      );
    });
  }

  private async workedIn({ year, month }: AskedMonth, from: ModelReader, at?: Instant): Promise<ReadonlySet<number>> {
    const { start, end } = monthSpan(year, month, this.config.timeZone);
    return this.personal.workersBetween(start, end, from, new Date(momentOf(at, this.clock)).toISOString());
  }

  private async rows(asked: AskedMonth, query: Shown, reader: Reader, at?: Instant): Promise<TeamMonth[]> {
    const ids = await this.candidates(asked, query, at);
    const days = await this.days.of(asked, reader);
    const { month } = monthSpan(asked.year, asked.month, this.config.timeZone);
    const which: Filter = ids.length < usualPageSize.max ? { 'plan.userId': { $in: ids } } : {};
    const [worked, plans, closed, begun] = await Promise.all([
      this.work.of(days, at),
      this.plans.within(days[0]!.date, days.at(-1)!.date, which, at === undefined ? undefined : { at, reader }),
      this.closed.among(ids, month, at),
      this.overtime.before(asked, ids, reader, at),
    ]);
    const plansOf = plansByPerson(plans);
    const today = localDay(momentOf(at, this.clock), this.config.timeZone);
    const rows: TeamMonth[] = [];
    for await (const part of inParts(ids, peopleAtOnce)) {
      for (const id of part) {
        const of = {
          worked: worked.get(id),
          plans: plansOf.get(id) ?? [],
          closed: closed.get(id) ?? null,
          begun: begun.get(id),
        };
        rows.push(this.row(id, days, today, of));
      }
    }
    const { missing, closed: isClosed } = query.filters;
    const shown = rows.filter(
      (row) =>
        (missing === undefined || missing.includes(row.missingDays.length > 0)) &&
        (isClosed === undefined || isClosed.includes(row.closed)),
    );
    return sorted(shown, query.sort);
  }

  private row(
    userId: number,
    days: readonly MonthDay[],
    today: Day,
    {
      worked,
      plans,
      closed,
      begun,
    }: {
      readonly worked: Worked | undefined;
      readonly plans: readonly PlanDocument[];
      readonly closed: ClosedMonth | null;
      /** The overtime at the beginning of the month, or later in it. */
      readonly begun: OvertimeStart | undefined;
    },
  ): TeamMonth {
    const zone = this.config.timeZone;
    const { workingDays } = this.settings.now;
    const own = plans.map(({ plan }) => plan);
    const running = worked?.running ?? null;
    const sums = days.map((day, index) =>
      countedDay(day, own, { workedMinutes: worked?.minutes[index] ?? 0, running }, { zone, workingDays }),
    );
    const adjusted = adjustedMinutesOf(closed);
    const total = (which: 'plannedMinutes' | 'workedMinutes') => sums.reduce((sum, day) => sum + day[which], 0);
    return {
      userId,
      user: this.people.ref(userId),
      plannedMinutes: total('plannedMinutes'),
      workedMinutes: total('workedMinutes') - adjusted,
      differenceMinutes: differenceOf(sums, today) - adjusted,
      overtimeMinutes: begun ? begun.minutes + overtimeOf(sums, begun, today) : null,
      absences: sumOfAbsences(sums.flatMap(({ absences }) => absences)),
      missingDays: sums.filter((day) => isMissingDay(day, today)).map(({ date }) => date),
      flaggedDays: [...(worked?.flagged ?? [])].sort(),
      runningSince: running,
      ...closingOf(closed, { end: days.at(-1)!.end }, zone),
      adjustedMinutes: adjusted,
    };
  }
}

/** @param rows by name, which decides between equal ones */
function sorted(rows: readonly TeamMonth[], sort: TeamQuery['sort']): TeamMonth[] {
  const place = new Map(rows.map(({ userId }, index) => [userId, index]));
  return [...rows].sort((a, b) => {
    for (const { field, direction } of sort) {
      const numbers = field === 'name' ? ({ userId }: TeamMonth) => place.get(userId)! : numberOf[field];
      const order = numbers(a) - numbers(b);
      if (order !== 0) return direction === 'asc' ? order : -order;
    }
    return place.get(a.userId)! - place.get(b.userId)!;
  });
}

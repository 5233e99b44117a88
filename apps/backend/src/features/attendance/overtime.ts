import { type Day, type Instant, localDay, minutesWithin, monthSpan, type OvertimeStart } from '@gos/domain';
import { type PlanDocument, type UserDocument, userModel } from '@gos/projections';
import { Inject, Injectable } from '@nestjs/common';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { Clock } from '../../kernel/clock';
import { CONFIG, type Config } from '../../kernel/config';
import { turn } from '../../kernel/pieces';
import { InstallationSettings } from '../../shared/installation/settings';
import { Plans, plansByPerson } from '../../shared/plan/plans';
import type { Reader } from '../../shared/user/user-answers';
import { PersonalWork } from '../../shared/work/personal-work';
import { KeptMonths, type MonthDifferences } from './kept-months';
import { type AskedMonth, countedDay, type MonthDay, MonthDays } from './month-days';
import { MonthWork } from './month-work';

const nameOf = ({ month, year }: AskedMonth) => monthSpan(year, month, 'UTC').month;
const monthOf = (day: Day): AskedMonth => ({ year: Number(day.slice(0, 4)), month: Number(day.slice(5, 7)) });
const next = ({ month, year }: AskedMonth): AskedMonth =>
  month === 12 ? { month: 1, year: year + 1 } : { month: month + 1, year };

/** Balances of overtime: the beginning that somebody set, and the differences of the days since, as they are now. */
@Injectable()
export class Overtime {
  constructor(
    private readonly readModels: ActiveReadModels,
    private readonly days: MonthDays,
    private readonly everybodysWork: MonthWork,
    private readonly work: PersonalWork,
    private readonly plans: Plans,
    private readonly kept: KeptMonths,
    private readonly settings: InstallationSettings,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Pick<Config, 'timeZone'>,
  ) {}

  /**
   * Returns the balances with which a month begins, of those people whose balance begins before its end. The day is that of the
   * beginning, so it may be in the month. At a moment of the past there are none.
   */
  async before(
    asked: AskedMonth,
    userIds: readonly number[],
    reader: Reader,
    at?: Instant,
  ): Promise<ReadonlyMap<number, OvertimeStart>> {
    const balances = new Map<number, OvertimeStart>();
    if (at !== undefined) return balances;
    const name = nameOf(asked);
    const users = await this.readModels.getMany<UserDocument>(userModel, [...userIds]);
    for (const { user } of users.values()) {
      if (user.overtime && user.overtime.date.slice(0, 7) <= name) balances.set(user.id, user.overtime);
    }
    if (balances.size === 0) return balances;
    const today = localDay(this.clock.now(), this.config.timeZone);
    const first = [...balances.values()].map(({ date }) => date).sort()[0]!;
    const only = userIds.length === 1 ? userIds[0]! : null;
    if (only === null) await this.kept.settle();
    for (let month = monthOf(first); nameOf(month) < name && `${nameOf(month)}-01` < today; month = next(month)) {
      const differences = await this.differences(month, only, reader, today);
      for (const [id, balance] of balances) {
        const { date, minutes } = balance;
        const of = differences.get(id);
        if (of) balances.set(id, { date, minutes: minutes + sumOf(of, nameOf(month), date, today) });
      }
      await turn();
    }
    return balances;
  }

  /** @param only the only person who is needed; null for everybody */
  private differences(asked: AskedMonth, only: number | null, reader: Reader, today: Day): Promise<MonthDifferences> {
    if (only !== null) return this.ofOne(asked, only, reader);
    const name = nameOf(asked);
    // A month that runs changes all the time.
    return name < today.slice(0, 7)
      ? this.kept.of(name, () => this.ofEverybody(asked, reader))
      : this.ofEverybody(asked, reader);
  }

  private async ofOne(asked: AskedMonth, userId: number, reader: Reader): Promise<MonthDifferences> {
    const days = await this.days.of(asked, reader);
    const [entries, plans] = await Promise.all([
      this.work.between(userId, days[0]!.start, days.at(-1)!.end),
      this.plans.within(days[0]!.date, days.at(-1)!.date, { 'plan.userId': userId }),
    ]);
    const minutes = days.map(({ start, end }) =>
      entries.reduce((sum, { entry }) => sum + minutesWithin(entry, start, end), 0),
    );
    return new Map([[userId, this.differencesOf(days, minutes, plans)]]);
  }

  private async ofEverybody(asked: AskedMonth, reader: Reader): Promise<MonthDifferences> {
    const days = await this.days.of(asked, reader);
    const [worked, plans] = await Promise.all([
      this.everybodysWork.of(days),
      this.plans.within(days[0]!.date, days.at(-1)!.date),
    ]);
    const plansOf = plansByPerson(plans);
    const nothing = days.map(() => 0);
    const found = new Map<number, Int32Array>();
    for (const [index, id] of [...new Set([...worked.keys(), ...plansOf.keys()])].entries()) {
      if (index % 50 === 49) await turn();
      found.set(id, this.differencesOf(days, worked.get(id)?.minutes ?? nothing, plansOf.get(id) ?? []));
    }
    return found;
  }

  /** Worked less planned minutes of each day. */
  private differencesOf(days: readonly MonthDay[], minutes: readonly number[], plans: readonly PlanDocument[]) {
    const own = plans.map(({ plan }) => plan);
    const facts = { zone: this.config.timeZone, workingDays: this.settings.now.workingDays };
    return Int32Array.from(days, (day, index) => {
      const { plannedMinutes } = countedDay(day, own, { workedMinutes: 0, running: null }, facts);
      return minutes[index]! - plannedMinutes;
    });
  }
}

/** @param month like `2026-11` */
function sumOf(differences: Int32Array, month: string, first: Day, today: Day): number {
  return differences.reduce((sum, minutes, index) => {
    const date = `${month}-${String(index + 1).padStart(2, '0')}`;
    return date >= first && date < today ? sum + minutes : sum;
  }, 0);
}

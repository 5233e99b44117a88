import type { AttendanceMonth, Comparison } from '@gos/contract';
import { type Instant, isDayOf, monthSpan } from '@gos/domain';
import { Inject, Injectable } from '@nestjs/common';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { CONFIG, type Config } from '../../kernel/config';
import { type Compared, changesBetween, comparisonOf, differencesOf } from '../../shared/compare/differences';
import { PlanAnswers } from '../../shared/plan/plan-answers';
import { Plans } from '../../shared/plan/plans';
import type { Reader } from '../../shared/user/user-answers';
import { PersonalWork } from '../../shared/work/personal-work';
import { WorkAnswers } from '../../shared/work/work-answers';
import type { AskedMonth } from './month-days';
import { Months } from './months';

type Sums = AttendanceMonth['totals'];

const sumsOf = (was: Sums, is: Sums) => ({
  plannedMinutes: { from: was.plannedMinutes, to: is.plannedMinutes },
  workedMinutes: { from: was.workedMinutes, to: is.workedMinutes },
});

const differs = ({ plannedMinutes, workedMinutes }: ReturnType<typeof sumsOf>) =>
  [plannedMinutes, workedMinutes].some(({ from, to }) => from !== to);

/** The totals of a month at two moments, and the days whose sums differ. */
const comparedSums = (was: AttendanceMonth, is: AttendanceMonth): NonNullable<Comparison['sums']> => ({
  days: is.days
    .map((day, index) => ({ date: day.date, ...sumsOf(was.days[index]!, day) }))
    .filter((day) => differs(day)),
  totals: sumsOf(was.totals, is.totals),
});

/** Compares two moments of a month of a person: its totals and days, entries of work and plans. */
@Injectable()
export class ComparedMonths {
  constructor(
    private readonly readModels: ActiveReadModels,
    private readonly months: Months,
    private readonly work: PersonalWork,
    private readonly entries: WorkAnswers,
    private readonly plans: Plans,
    private readonly planAnswers: PlanAnswers,
    @Inject(CONFIG) private readonly config: Pick<Config, 'timeZone'>,
  ) {}

  async of(userId: number, asked: AskedMonth, compared: Compared, reader: Reader): Promise<Comparison> {
    const { from, to } = compared;
    const [before, after] = [await this.at(userId, asked, from, reader), await this.at(userId, asked, to, reader)];
    const { id, month } = after;
    return comparisonOf(
      compared,
      {
        thing: { kind: 'month', id, name: month.user.name },
        changes: changesBetween(before.values, after.values),
        sums: comparedSums(before.month, after.month),
      },
      [...differencesOf('plan', before.plans, after.plans), ...differencesOf('entry', before.entries, after.entries)],
    );
  }

  private async at(userId: number, asked: AskedMonth, at: Instant, reader: Reader) {
    const then = this.readModels.at(at);
    const { start, end, month: id } = monthSpan(asked.year, asked.month, this.config.timeZone);
    const month = await this.months.of(userId, asked, reader, at);
    const days = month.days.map(({ date }) => date);
    const [documents, spread] = await Promise.all([
      this.work.between(userId, start, end, then),
      this.plans.within(days[0]!, days.at(-1)!, { 'plan.userId': userId }, { at, reader }),
    ]);
    const planned = spread.filter(({ plan }) => days.some((date) => isDayOf(plan, date)));
    const [entries, plans] = await Promise.all([
      this.entries.entries(documents, reader, at),
      this.planAnswers.answers(planned, reader, then),
    ]);
    const { totals, closed } = month;
    return {
      id,
      month,
      values: { ...totals, closed },
      entries: new Map(
        entries.map((entry) => {
          const { from, to, minutes, note, task, contractId } = entry;
          const named = task.id === null ? null : task;
          return [String(entry.id), { name: task.name, values: { task: named, contractId, from, to, minutes, note } }];
        }),
      ),
      plans: new Map(
        plans.map(({ id, date, repeatUntil, from, to, type, kind, half, position, location, excludeWeekends }) => [
          String(id),
          {
            name: null,
            values: { type, kind, half, date, repeatUntil, from, to, position, location, excludeWeekends },
          },
        ]),
      ),
    };
  }
}

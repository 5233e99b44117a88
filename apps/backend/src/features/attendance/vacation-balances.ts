import type { VacationBalance } from '@gos/contract';
import { localDay, vacationLeftOf } from '@gos/domain';
import type { UserDocument } from '@gos/projections';
import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock';
import { CONFIG, type Config } from '../../kernel/config';
import { Holidays } from '../../shared/plan/holidays';
import { Vacations } from '../../shared/plan/vacations';
import { People } from '../../shared/user/people';

/** Balances of vacation: the allowance of a year, and the days that are taken of it. */
@Injectable()
export class VacationBalances {
  constructor(
    private readonly people: People,
    private readonly vacations: Vacations,
    private readonly holidays: Holidays,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Pick<Config, 'timeZone'>,
  ) {}

  /** Returns the balance of a year, by default that of today. */
  async of({ user }: UserDocument, chosen?: number): Promise<VacationBalance> {
    const year = chosen ?? Number(localDay(this.clock.now(), this.config.timeZone).slice(0, 4));
    const [before, taken] = await this.vacations.of(user.id, [year - 1, year]);
    const holidays = await this.holidays.between(`${year}-01-01`, `${year}-12-31`, 'en');
    const allowance = user.vacation[year] ?? null;
    const last = user.vacation[year - 1] ?? null;
    return {
      userId: user.id,
      user: this.people.ref(user.id),
      year,
      allowanceDays: allowance?.allowanceDays ?? null,
      carriedOverDays: allowance?.carriedOverDays ?? null,
      ...taken!,
      leftDays: allowance && vacationLeftOf(allowance, taken!),
      lastYearLeftDays: last && vacationLeftOf(last, before!),
      holidays: [...new Set(holidays.map(({ date }) => date))],
    };
  }
}

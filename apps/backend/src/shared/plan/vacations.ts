import { localDay, type VacationDays, vacationDaysOf } from '@gos/domain';
import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock';
import { CONFIG, type Config } from '../../kernel/config';
import { InstallationSettings } from '../installation/settings';
import { Holidays } from './holidays';
import { Plans } from './plans';

/** Vacation of people by year. */
@Injectable()
export class Vacations {
  constructor(
    private readonly plans: Plans,
    private readonly holidays: Holidays,
    private readonly settings: InstallationSettings,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Pick<Config, 'timeZone'>,
  ) {}

  /** Returns the vacation of a person that is used, planned and requested in each of the years. */
  async of(userId: number, years: readonly number[]): Promise<VacationDays[]> {
    const span = [`${Math.min(...years)}-01-01`, `${Math.max(...years)}-12-31`] as const;
    const [found, isHoliday] = await Promise.all([
      this.plans.within(...span, { 'plan.userId': userId, 'plan.type': 'day_off' }),
      this.holidays.test(),
    ]);
    const today = localDay(this.clock.now(), this.config.timeZone);
    const plans = found.map(({ plan }) => plan);
    const { workingDays } = this.settings.now;
    return years.map((year) => vacationDaysOf(year, plans, { today, workingDays, isHoliday }));
  }
}

import { type IsDayOff, noDaysOff, type Rule, weekdayOf } from '@gos/domain';
import { Injectable } from '@nestjs/common';
import { InstallationSettings } from '../installation/settings';
import { Holidays } from './holidays';

/** The installation's days off: weekdays that are no working days, and public holidays. */
@Injectable()
export class DaysOff {
  constructor(
    private readonly settings: InstallationSettings,
    private readonly holidays: Holidays,
  ) {}

  /** Returns the days off as they are now. The holidays are loaded only where a rule needs them. */
  async for(rules: readonly Partial<Pick<Rule, 'onDayOff'>>[]): Promise<IsDayOff> {
    if (rules.every(({ onDayOff = 'keep' }) => onDayOff === 'keep')) return noDaysOff;
    const isHoliday = await this.holidays.test();
    const { workingDays } = this.settings.now;
    return (day) => !workingDays.includes(weekdayOf(day)) || isHoliday(day);
  }
}

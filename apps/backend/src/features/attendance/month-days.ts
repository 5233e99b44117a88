import {
  absencesOf,
  breakMinutesOf,
  type Day,
  daysOfMonth,
  type Instant,
  isDayOf,
  isWholeDayOff,
  plannedMinutesOf,
  spanOfDays,
} from '@gos/domain';
import type { PlanDocument } from '@gos/projections';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../kernel/config';
import { Holidays } from '../../shared/plan/holidays';
import { People } from '../../shared/user/people';
import type { Reader } from '../../shared/user/user-answers';

export interface AskedMonth {
  readonly month: number;
  readonly year: number;
}

/** A day of a month with the instants between which it lies. */
export interface MonthDay {
  readonly date: Day;
  readonly start: Instant;
  readonly end: Instant;
  readonly holiday: string | null;
}

/** The days of months, with public holidays in the reader's language. */
@Injectable()
export class MonthDays {
  constructor(
    private readonly people: People,
    private readonly holidays: Holidays,
    @Inject(CONFIG) private readonly config: Pick<Config, 'timeZone'>,
  ) {}

  async of({ month, year }: AskedMonth, reader: Reader): Promise<readonly MonthDay[]> {
    const dates = daysOfMonth(year, month);
    const holidays = await this.holidays.between(dates[0]!, dates.at(-1)!, this.people.languageOf(reader.id));
    const names = new Map(holidays.map(({ date, name }) => [date, name]));
    return dates.map((date) => ({
      date,
      ...spanOfDays(date, date, this.config.timeZone),
      holiday: names.get(date) ?? null,
    }));
  }
}

/** Returns a day of a person's month in numbers, and the plans that count on it: requested days off do not. */
export function countedDay(
  { date, start, end, holiday }: MonthDay,
  plans: readonly PlanDocument['plan'][],
  { workedMinutes, running }: { readonly workedMinutes: number; readonly running: Instant | null },
  { zone, workingDays }: { readonly zone: string; readonly workingDays: readonly number[] },
) {
  const held = plans.filter((plan) => plan.approval !== 'requested' && isDayOf(plan, date));
  const isHoliday = holiday !== null;
  return {
    date,
    held,
    plannedMinutes: plannedMinutesOf(date, held, { zone, holiday: isHoliday }),
    breakMinutes: breakMinutesOf(date, held, { holiday: isHoliday }),
    workedMinutes,
    absences: absencesOf(date, held, { holiday: isHoliday, workingDays }),
    dayOff: isWholeDayOff(held),
    running: running !== null && running >= start && running < end,
  };
}

import type { Day } from '../kernel/message';
import type { DaySums } from './month-sums';

/** Overtime that a person has at the beginning of a day; negative when they owe time. */
export interface OvertimeStart {
  readonly date: Day;
  readonly minutes: number;
}

/** Worked minutes less planned minutes of the days that count in the balance: from its first day on, before today. */
export const overtimeOf = (
  days: readonly DaySums[],
  { date: first }: Pick<OvertimeStart, 'date'>,
  today: Day,
): number =>
  days.reduce(
    (sum, { date, plannedMinutes, workedMinutes }) =>
      date >= first && date < today ? sum + workedMinutes - plannedMinutes : sum,
    0,
  );

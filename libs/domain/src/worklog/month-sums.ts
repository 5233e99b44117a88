import type { Day } from '../kernel/message';

/** Planned and worked minutes of one day. */
export interface DaySums {
  readonly date: Day;
  readonly plannedMinutes: number;
  readonly workedMinutes: number;
}

/**
 * Worked minutes less planned minutes of the days before today. Today counts when it is over, so the difference of a person who works
 * as planned is 0 at every hour.
 */
export const differenceOf = (days: readonly DaySums[], today: Day): number =>
  days.reduce(
    (sum, { date, plannedMinutes, workedMinutes }) => (date < today ? sum + workedMinutes - plannedMinutes : sum),
    0,
  );

interface MissingFacts extends DaySums {
  /** The person is off for the whole day. */
  readonly dayOff: boolean;
  /** Work began on the day and runs, so nothing is recorded of it yet. */
  readonly running: boolean;
}

/** Whether a day that is over has planned work and no recorded time. On a holiday no work is planned. */
export const isMissingDay = (
  { date, plannedMinutes, workedMinutes, dayOff, running }: MissingFacts,
  today: Day,
): boolean => date < today && plannedMinutes > 0 && workedMinutes === 0 && !dayOff && !running;

/** The nearest multiple of a step in minutes; halves are rounded away from 0. A step of 0 changes nothing. */
export const roundedTo = (minutes: number, step: number): number =>
  step === 0 ? minutes : Math.sign(minutes) * Math.round(Math.abs(minutes) / step) * step;

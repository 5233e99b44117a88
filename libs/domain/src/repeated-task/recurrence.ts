import { daysBetween, daysLater, instantAt, instantOf, localDay, wallClock, weekdayOf } from '../kernel/calendar';
import type { Day, Instant } from '../kernel/message';
import { years } from '../kernel/years';

export const repeats = ['daily', 'weekly', 'monthly', 'yearly'] as const;
export type Repeat = (typeof repeats)[number];

/** The step between occurrences, for which repeat it is, and how many of its units it takes. */
export const periodSteps = {
  day: { repeat: 'daily', step: 1 },
  week: { repeat: 'weekly', step: 1 },
  'two-weeks': { repeat: 'weekly', step: 2 },
  month: { repeat: 'monthly', step: 1 },
  'two-months': { repeat: 'monthly', step: 2 },
  'three-months': { repeat: 'monthly', step: 3 },
  'half-year': { repeat: 'monthly', step: 6 },
  year: { repeat: 'yearly', step: 1 },
  'two-years': { repeat: 'yearly', step: 2 },
} as const satisfies Record<string, { readonly repeat: Repeat; readonly step: number }>;
export type Period = keyof typeof periodSteps;
export const periods = Object.keys(periodSteps) as readonly Period[];

export const periodsOf = (repeat: Repeat): readonly Period[] =>
  periods.filter((period) => periodSteps[period].repeat === repeat);

/** Weekly 1 to 7 from Monday, monthly 1 to 31, yearly `MM-DD`, daily null. */
export type RepeatDay = number | string | null;

/** Where an occurrence goes whose day is a day off: it keeps its day, moves to a working day, or is left out. */
export const dayOffMoves = ['keep', 'previous', 'next', 'skip'] as const;
export type DayOffMove = (typeof dayOffMoves)[number];

/** A daily rule has every working day already, so that its occurrences do not move. */
export const dayOffMovesOf = (repeat: Repeat): readonly DayOffMove[] =>
  repeat === 'daily' ? ['keep', 'skip'] : dayOffMoves;

/** Whether nobody is expected to work on a day: it is no working day of the installation, or a public holiday. */
export type IsDayOff = (day: Day) => boolean;
export const noDaysOff: IsDayOff = () => false;

/** When occurrences are, without their end. */
export interface Rule {
  /** From its local day on, and always at its local time. */
  readonly firstDeadline: Instant;
  /** IANA name of the installation's zone when this was decided. */
  readonly zone: string;
  readonly period: Period;
  readonly repeatDay: RepeatDay;
  readonly onDayOff: DayOffMove;
}

/** Months are counted from the year 0. */
const monthOf = (day: Day) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
const daysIn = (month: number) => new Date(Date.UTC(Math.floor(month / 12), (month % 12) + 1, 0)).getUTCDate();

const two = (value: number) => String(value).padStart(2, '0');

/** The day of a month; one that it lacks means its last. Null after the calendar's years. */
function dayOfMonth(month: number, wanted: number): Day | null {
  const year = Math.floor(month / 12);
  if (year > years.calendar.last) return null;
  return `${String(year).padStart(4, '0')}-${two((month % 12) + 1)}-${two(Math.min(wanted, daysIn(month)))}`;
}

/** Returns the default of `repeatDay`: the day of the first deadline. */
export function repeatDayOf(repeat: Repeat, first: Day): RepeatDay {
  if (repeat === 'weekly') return weekdayOf(first);
  if (repeat === 'monthly') return Number(first.slice(8));
  return repeat === 'yearly' ? first.slice(5) : null;
}

export function isRepeatDay(repeat: Repeat, value: RepeatDay): boolean {
  const isWithin = (max: number) => Number.isInteger(value) && (value as number) >= 1 && (value as number) <= max;
  if (repeat === 'weekly') return isWithin(7);
  if (repeat === 'monthly') return isWithin(31);
  if (repeat === 'daily') return value === null;
  const [, month, day] = (typeof value === 'string' && /^(\d\d)-(\d\d)$/.exec(value)) || [];
  return month !== undefined && Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1
    ? Number(day) <= daysIn(2000 * 12 + Number(month) - 1)
    : false;
}

/** The next day of every so many days from the first. */
function inDays(first: Day | null, every: number, after: Day | null): Day | null {
  if (first === null) return null;
  const steps = after === null || after < first ? 0 : Math.floor(daysBetween(first, after) / every) + 1;
  return daysLater(first, steps * every);
}

/** The next day of every so many months, the first of them not before `start`. */
function inMonths(start: Day, begins: number, every: number, wanted: number, after: Day | null): Day | null {
  const skips = (dayOfMonth(begins, wanted) ?? '') < start;
  const first = begins + (skips ? (every % 12 === 0 ? 12 : 1) : 0);
  const firstDay = dayOfMonth(first, wanted);
  if (firstDay === null || after === null || after < firstDay) return firstDay;
  const month = first + Math.floor((monthOf(after) - first) / every) * every;
  const candidate = dayOfMonth(month, wanted);
  return candidate === null || candidate > after ? candidate : dayOfMonth(month + every, wanted);
}

/** Returns the first day of the rule after a day, or the very first one for null. Null when the calendar has none. */
export type DayAfter = (after: Day | null) => Day | null;

export function dayAfterIn({ firstDeadline, zone, period, repeatDay }: Rule): DayAfter {
  const start = localDay(firstDeadline, zone);
  const { repeat, step } = periodSteps[period];
  if (repeat === 'daily') return (after) => inDays(start, step, after);
  if (repeat === 'weekly') {
    const first = daysLater(start, (Number(repeatDay) - weekdayOf(start) + 7) % 7);
    return (after) => inDays(first, step * 7, after);
  }
  if (repeat === 'monthly') return (after) => inMonths(start, monthOf(start), step, Number(repeatDay), after);
  const [month, day] = String(repeatDay).split('-').map(Number) as [number, number];
  const begins = Number(start.slice(0, 4)) * 12 + month - 1;
  return (after) => inMonths(start, begins, step * 12, day, after);
}

/** How many days an occurrence moves at most: never onto another one of its rule. */
const farthestMove: Readonly<Record<Repeat, number>> = { daily: 0, weekly: 6, monthly: 14, yearly: 14 };
export const farthestMoveDays = Math.max(...Object.values(farthestMove));

/** Returns the day on which an occurrence of a day of the rule is due; null when it is left out. It stays where no working day is near. */
export function dueDayOf(
  { period, onDayOff }: Pick<Rule, 'period' | 'onDayOff'>,
  day: Day,
  isDayOff: IsDayOff,
): Day | null {
  if (onDayOff === 'keep' || !isDayOff(day)) return day;
  if (onDayOff === 'skip') return null;
  const direction = onDayOff === 'next' ? 1 : -1;
  for (let days = 1; days <= farthestMove[periodSteps[period].repeat]; days++) {
    const moved = daysLater(day, days * direction);
    if (moved === null) return day;
    if (!isDayOff(moved)) return moved;
  }
  return day;
}

/**
 * Returns the deadline on a day of the rule: at the local time of the first deadline. A time that daylight saving skips moves on by
 * the length of the gap; of one that is there twice it is the first, but for the first deadline itself.
 */
export function deadlineOn({ firstDeadline, zone }: Pick<Rule, 'firstDeadline' | 'zone'>, day: Day): Instant {
  const first = Date.parse(firstDeadline);
  const local = instantAt(wallClock(first, zone));
  if (local.slice(0, 10) === day) return firstDeadline;
  const milliseconds = ((first % 1_000) + 1_000) % 1_000;
  return instantAt(Date.parse(instantOf(day, local.slice(11, 19), zone)) + milliseconds);
}

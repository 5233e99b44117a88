import type { AvailabilityAnswer, NamedRef, PlanAnswer } from '@gos/contract';
import {
  type AbsenceKind,
  addDays,
  type BreakRule,
  type Day,
  type PlanType,
  type TimeOfDay,
  weekdayOf,
  wholeDay,
} from '@gos/domain';
import { runsOfDays } from './common/runs-of-days';
import { chosenBreakOf, type PlanDraft } from './plan-draft';

/** Values that may differ from day to day. */
export interface DayTimes {
  readonly type: PlanType;
  readonly from: TimeOfDay;
  readonly to: TimeOfDay;
  /** of a day off, which lasts the whole day */
  readonly kind: AbsenceKind;
}

/** Entered values of a day; missing values come from the common ones. */
export interface DayChoice extends Partial<DayTimes> {
  readonly on?: boolean;
}

/** Values that apply to all days of the week. */
export interface Common extends DayTimes {
  readonly location: string;
  readonly positionId: number | null;
  /** Minutes; null for the usual break of each day's plan. */
  readonly breakMinutes: number | null;
}

const begun: Common = {
  type: 'at_work',
  kind: 'vacation',
  from: '08:00',
  to: '16:30',
  breakMinutes: null,
  location: '',
  positionId: null,
};

/** Returns the plan before midnight that the plan continues. */
const eveningOf = (plan: PlanAnswer, plans: readonly PlanAnswer[]) =>
  plan.from === '00:00'
    ? plans.find(
        ({ to, date, type, location }) =>
          to === '24:00' && date === addDays(plan.date, -1) && type === plan.type && location === plan.location,
      )
    : undefined;

interface Known {
  /** The person's plans of work, the newest first. */
  readonly newest: readonly PlanAnswer[];
  /** The positions that the person holds. */
  readonly positions: readonly NamedRef[];
  readonly rule: BreakRule | null;
}

/** Returns the values that a week begins with: those of the person's newest plan of work, or the usual ones. */
export function beginningOf({ newest, positions, rule }: Known): Common {
  const [plan] = newest;
  const held = (id: number | undefined) => positions.find((one) => one.id === id)?.id;
  const only = positions.length === 1 ? positions[0]!.id : null;
  if (plan === undefined) return { ...begun, positionId: only };
  const evening = eveningOf(plan, newest);
  return {
    ...begun,
    type: plan.type,
    from: (evening ?? plan).from,
    to: plan.to,
    location: plan.location,
    positionId: held(plan.position?.id) ?? only,
    // The longer part of a plan over midnight has the break.
    breakMinutes: evening === undefined ? chosenBreakOf(plan, rule) : evening.breakMinutes + plan.breakMinutes,
  };
}

export interface FastDay extends DayTimes {
  readonly date: Day;
  readonly on: boolean;
  readonly over: boolean;
  readonly holiday: string | null;
  /** Their plans of the day. */
  readonly planned: readonly PlanAnswer[];
}

interface Week {
  readonly monday: Day;
  readonly today: Day;
  /** 1 to 7 from Monday */
  readonly workingDays: readonly number[];
  readonly week: AvailabilityAnswer | undefined;
  /** whose days they are */
  readonly owner: number;
}

/** The days of the week, each as it is to be planned: working days that are ahead, unplanned and no holiday are on at first. */
export function fastDays(
  common: Common,
  choices: Readonly<Record<Day, DayChoice>>,
  { monday, today, workingDays, week, owner }: Week,
): FastDay[] {
  const own = week?.people.find(({ user }) => user.id === owner)?.days ?? [];
  return [0, 1, 2, 3, 4, 5, 6].map((index) => {
    const date = addDays(monday, index);
    const choice = choices[date] ?? {};
    const planned = own.find((day) => day.date === date)?.plans ?? [];
    const holiday = week?.holidays.find((one) => one.date === date)?.name ?? null;
    const over = date < today;
    const isFree = holiday === null && planned.every(({ type }) => type === 'available');
    const usual = week !== undefined && isFree && workingDays.includes(weekdayOf(date));
    const { type, from, to, kind } = { ...common, ...choice };
    return { date, type, from, to, kind, over, holiday, planned, on: !over && (choice.on ?? usual) };
  });
}

const isLike = (one: DayTimes, other: DayTimes): boolean =>
  one.type === other.type &&
  (one.type === 'day_off' ? one.kind === other.kind : one.from === other.from && one.to === other.to);

/** Days that follow one another and are planned alike; each run is one plan. */
export const runsOf = (days: readonly FastDay[]) => runsOfDays(days, ({ date }) => date, isLike);

export const draftOf = (
  { date, type, from, to, kind }: DayTimes & Pick<FastDay, 'date'>,
  { location, positionId, breakMinutes }: Common,
  last = date,
): PlanDraft => ({
  type,
  kind,
  half: null,
  breakMinutes,
  date,
  ...(type === 'day_off' ? wholeDay : { from, to }),
  repeatUntil: last === date ? null : last,
  excludeWeekends: false,
  location,
  positionId,
});

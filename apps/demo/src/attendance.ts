import { addDays, type Day, mondayOf, type PlanBodies, type PlanType, type WorklogCommand } from '@gos/domain';
import type { Life } from './lives';
import { type Random, randomFrom } from './random';
import type { Stage } from './scenes';
import { type Employee, hours, positionOf, staff } from './staff';

/** Plans people's attendance and their work on tasks that they had to do at that moment. */

/** A work entry of a person; its number is assigned once all are in order. */
export interface Entry {
  number: number;
}

type WorkAction =
  | { readonly type: 'start'; readonly entry: Entry; readonly life: Life }
  /** Names the task, so that the step stays before the one that ends the task and, with it, the work. */
  | { readonly type: 'stop'; readonly life: Life }
  | {
      readonly type: 'add';
      readonly entry: Entry;
      readonly life: Life;
      readonly from: number;
      readonly to: number;
      readonly note: string | null;
    }
  | { readonly type: 'change'; readonly entry: Entry; readonly life: Life; readonly to: number; readonly note: string }
  | { readonly type: 'closeMonth'; readonly month: Extract<WorklogCommand, { type: 'closeMonth' }>['body'] };

export interface WorkStep {
  readonly on: 'work';
  readonly at: number;
  readonly by: number;
  /** the person who works */
  readonly userId: number;
  readonly action: WorkAction;
}

export interface PlansStep {
  readonly on: 'plans';
  readonly at: number;
  readonly by: number;
  readonly planId: number;
  readonly body: PlanBodies['add'];
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const workers = staff.filter(({ role }) => role !== 'auditor');
/** The person who forgets to stop the last work. */
const forgetful = 12;

const notes: Readonly<Record<'cs' | 'en', readonly string[]>> = {
  cs: ['telefonát s dodavatelem', 'porada', 'na cestě', 'podklady z archivu', 'kontrola po směně'],
  en: ['call with the supplier', 'meeting', 'on the road', 'papers from the archive', 'check after the shift'],
};
const corrections: Readonly<Record<'cs' | 'en', string>> = { cs: 'zapomenuté vypnutí', en: 'forgot to stop' };

/** A span in which somebody has a task to do. */
interface Duty {
  readonly life: Life;
  readonly from: number;
  readonly to: number;
}

/** Returns the spans in which a task had to be done, with their solvers; the last one may still be open. */
function dutiesOf(life: Life, now: number): [solver: number, duty: Duty][] {
  const duties: [number, Duty][] = [];
  let solver = life.fields.solverId ?? null;
  let since: number | null = solver === null ? null : life.at;
  const end = (at: number) => {
    if (solver !== null && since !== null && at > since) duties.push([solver, { life, from: since, to: at }]);
    since = null;
  };
  for (const { at, action } of life.steps) {
    if (at >= now) break;
    if (action.type === 'assign') {
      end(at);
      solver = action.body.solverId;
      since = solver === null ? null : at;
    } else if (action.type === 'return' || action.type === 'restore') since = at;
    else if (['complete', 'accept', 'end', 'endAutomatically', 'delete'].includes(action.type)) end(at);
  }
  end(now);
  return duties;
}

const isOff = (off: ReadonlySet<string>, { id }: Employee, day: Day) => off.has(`${id} ${mondayOf(day)}`);

/** A summer holiday for everybody, and here and there a week more. */
function holidaysOf({ start, now, time }: Stage, random: Random): ReadonlySet<string> {
  const weeks: Day[] = [];
  for (let day = mondayOf(time.dayOf(start)); day < time.dayOf(now + 14 * dayMs); day = addDays(day, 7))
    weeks.push(day);
  const summer = weeks.filter((day) => day.slice(5) > '06-25' && day.slice(5) < '08-28');
  const rest = weeks.filter((day) => !summer.includes(day));
  return new Set(
    workers.flatMap(({ id }) => {
      const taken = [
        ...random.several(summer, random.between(1, 2)),
        ...random.several(rest, random.chance(0.5) ? 1 : 0),
      ];
      return taken.map((monday) => `${id} ${monday}`);
    }),
  );
}

const clockOf = (minutes: number) => {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
};

const places: Readonly<Record<PlanType, { readonly cs: string; readonly en: string }>> = {
  at_work: { cs: 'Brno, Vídeňská', en: 'Brno, Vídeňská' },
  remote_work: { cs: 'Doma', en: 'At home' },
  available: { cs: 'Na telefonu', en: 'On the phone' },
  day_off: { cs: 'Dovolená', en: 'Holiday' },
  at_client: { cs: 'U zákazníka', en: 'At the customer' },
};

/** Every week is planned on the Friday before; the first ones at the beginning. */
function planWeeks(stage: Stage, off: ReadonlySet<string>, random: Random): PlansStep[] {
  const { start, now, time } = stage;
  const steps: PlansStep[] = [];
  const last = addDays(mondayOf(time.dayOf(now)), 14);
  for (const person of workers) {
    const [from] = hours[person.department];
    // The break at noon is not planned.
    const to = from + 8 * 60;
    for (let monday = addDays(mondayOf(time.dayOf(start)), 7); monday < last; monday = addDays(monday, 7)) {
      const at = Math.max(start, time.moment(addDays(monday, -3), random.between(14 * 60, 16 * 60)));
      if (at >= now) continue;
      const plan = (type: PlanType, first: number, until: number, span = [from, to] as const) =>
        steps.push({
          on: 'plans',
          at: at + steps.length * 7,
          by: person.id,
          planId: 0,
          body: {
            type,
            date: addDays(monday, first),
            from: clockOf(span[0]),
            to: clockOf(span[1]),
            ...(until > first && { repeatUntil: addDays(monday, until) }),
            location: places[type][person.language],
            positionId: positionOf(person),
          },
        });
      if (isOff(off, person, monday)) plan('day_off', 0, 4);
      else if (person.department === 'it' && random.chance(0.8)) {
        plan('at_work', 0, 2);
        plan('remote_work', 3, 4);
        if (random.chance(0.2)) plan('available', 5, 6, [8 * 60, 20 * 60]);
      } else if (random.chance(0.12)) {
        plan('at_work', 0, 1);
        plan('at_client', 2, 2);
        plan('at_work', 3, 4);
      } else plan('at_work', 0, 4);
    }
  }
  return steps.sort((a, b) => a.at - b.at).map((step, index) => ({ ...step, planId: index + 1 }));
}

/** Work before this time ago was entered at the end of a day, in long pieces: this keeps the demo small. */
const typedMs = 40 * dayMs;

/** One day of one person. */
function workDay(
  person: Employee,
  day: Day,
  duties: readonly Duty[],
  { now, time }: Stage,
  random: Random,
): WorkStep[] {
  const { id: userId, language } = person;
  const [from, to] = hours[person.department];
  const lunch = time.moment(day, 11 * 60 + 30 + random.between(0, 40));
  const end = Math.min(now - minuteMs, time.moment(day, to - random.between(0, 40)));
  const steps: WorkStep[] = [];
  const step = (at: number, action: WorkAction) => steps.push({ on: 'work', at, by: userId, userId, action });
  let at = time.moment(day, from + random.between(0, 25)) + random.between(0, 59_000);
  let isFed = false;
  let last: Life | null = null;
  const isTyped = at < now - typedMs;
  while (at < end - 10 * minuteMs) {
    const open = duties.filter((duty) => duty.from < at - minuteMs && duty.to > at + 12 * minuteMs);
    if (open.length === 0) {
      at += 40 * minuteMs;
      continue;
    }
    const duty = open.find(({ life }) => life === last && random.chance(0.4)) ?? random.pick(open);
    last = duty.life;
    const until = Math.min(
      at + (isTyped ? random.between(150, 300) : random.between(40, 170)) * minuteMs,
      end,
      duty.to - 4 * minuteMs,
    );
    const entry: Entry = { number: 0 };
    const { life } = duty;
    if (random.chance(isTyped ? 0.85 : 0.15)) {
      const whole = (moment: number) => Math.floor(moment / minuteMs) * minuteMs;
      const note = random.chance(0.6) ? random.pick(notes[language]) : null;
      step(until + 2 * minuteMs, { type: 'add', entry, life, from: whole(at), to: whole(until), note });
    } else {
      step(at, { type: 'start', entry, life });
      step(until, { type: 'stop', life });
      const shorter = until - random.between(5, 15) * minuteMs;
      if (random.chance(0.03) && shorter > at + 5 * minuteMs) {
        step(until + minuteMs, { type: 'change', entry, life, to: shorter, note: corrections[language] });
      }
    }
    at = until + random.between(3, 6) * minuteMs;
    if (!isFed && at > lunch) at += random.between(25, 45) * minuteMs;
    isFed ||= at > lunch;
    if (random.chance(0.25)) at += random.between(5, 30) * minuteMs;
  }
  return steps;
}

/** The admin closes everybody's month on its tenth workday after; the last two stay open. */
function closeMonths({ start, now, time }: Stage): WorkStep[] {
  const steps: WorkStep[] = [];
  const first = time.dayOf(start);
  const months = [1, 2, 3, 4].map((ahead) =>
    addDays(`${addDays(`${first.slice(0, 7)}-01`, 31 * ahead).slice(0, 7)}-01`, 0),
  );
  for (const next of months) {
    const closed = addDays(next, -1);
    const at = time.moment(time.workdayFrom(addDays(next, 9)), 9 * 60);
    if (at > now - 20 * dayMs) continue;
    for (const [index, { id: userId }] of workers.entries()) {
      const month = { userId, year: Number(closed.slice(0, 4)), month: Number(closed.slice(5, 7)) };
      steps.push({ on: 'work', at: at + index * 4_000, by: 1, userId, action: { type: 'closeMonth', month } });
    }
  }
  return steps;
}

/** Half a year of attendance up to now. */
export function planAttendance(stage: Stage, lives: readonly Life[], seed: number): (WorkStep | PlansStep)[] {
  const random = randomFrom(seed);
  const { now, start, time } = stage;
  const off = holidaysOf(stage, random);
  const duties = new Map<number, Duty[]>();
  for (const life of lives) {
    for (const [solver, duty] of dutiesOf(life, now)) duties.set(solver, [...(duties.get(solver) ?? []), duty]);
  }
  const work = workers.flatMap((person) => {
    const own = duties.get(person.id) ?? [];
    const steps: WorkStep[] = [];
    const today = time.dayOf(now);
    for (let day = time.dayOf(start); day <= today; day = addDays(day, 1)) {
      if (time.isWorkday(day) && !isOff(off, person, day)) steps.push(...workDay(person, day, own, stage, random));
    }
    // A person who works now continues; one forgot to stop.
    const last = steps.at(-1);
    const isNow = last !== undefined && now - last.at < 45 * minuteMs;
    if (last?.action.type === 'stop' && (isNow || person.id === forgetful)) steps.pop();
    return steps;
  });
  const steps = [...work, ...closeMonths(stage)].sort((a, b) => a.at - b.at);
  let entries = 0;
  for (const step of steps) {
    const made = madeBy(step);
    if (made) made.number = ++entries;
  }
  return [...steps, ...planWeeks(stage, off, random)];
}

/** Returns the entry that a step creates. */
export const madeBy = ({ action }: WorkStep): Entry | null =>
  action.type === 'start' || action.type === 'add' ? action.entry : null;

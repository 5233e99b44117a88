import { addDays, type Day, instantOf, localDay } from '@gos/domain';
import type { Random } from './random';

/** From and to, in minutes after midnight. */
export type Hours = readonly [number, number];

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const noon = 12 * 60;
const holidays: ReadonlySet<string> = new Set([
  '01-01',
  '05-01',
  '05-08',
  '07-05',
  '07-06',
  '09-28',
  '10-28',
  '11-17',
  '12-24',
  '12-25',
  '12-26',
]);

/** The hours in which people work. Moments are milliseconds since 1970, days those of the zone. */
export class WorkingTime {
  private readonly noons = new Map<Day, number>();
  private readonly workdays = new Map<Day, boolean>();
  private readonly nextDays = new Map<Day, Day>();

  constructor(private readonly zone: string) {}

  dayOf(at: number): Day {
    const near = new Date(at).toISOString().slice(0, 10);
    const sinceMidnight = at - this.moment(near, 0);
    // Called thousands of times: by daylight the day's noon is enough, at night the calendar decides.
    return sinceMidnight > 2 * hourMs && sinceMidnight < 22 * hourMs ? near : localDay(at, this.zone);
  }

  /** The moment of a day at which a wall clock shows that many minutes after midnight, if the clock does not change that day. */
  moment(day: Day, minutes: number): number {
    let at = this.noons.get(day);
    if (at === undefined) {
      at = Date.parse(instantOf(day, '12:00', this.zone));
      this.noons.set(day, at);
    }
    return at + (minutes - noon) * minuteMs;
  }

  isWorkday(day: Day): boolean {
    let is = this.workdays.get(day);
    if (is === undefined) {
      const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
      is = weekday !== 0 && weekday !== 6 && !holidays.has(day.slice(5));
      this.workdays.set(day, is);
    }
    return is;
  }

  /** Returns that day if people work on it, otherwise the next workday. */
  workdayFrom(day: Day): Day {
    let at = day;
    while (!this.isWorkday(at)) at = this.next(at);
    return at;
  }

  /** Adds that many minutes of work. */
  after(at: number, minutes: number, [from, to]: Hours): number {
    let day = this.dayOf(at);
    let minute = Math.max(from, (at - this.moment(day, 0)) / minuteMs);
    let left = minutes;
    for (;;) {
      const room = this.isWorkday(day) ? to - minute : 0;
      if (left < room) return this.moment(day, minute + left);
      left -= Math.max(0, room);
      day = this.next(day);
      minute = from;
    }
  }

  /** Returns moments at work between two moments, in order; any moments if nobody works then. */
  within(random: Random, start: number, end: number, [from, to]: Hours, count: number): number[] {
    const spans: (readonly [number, number])[] = [];
    const lastDay = this.dayOf(end);
    for (let day = this.dayOf(start); day <= lastDay; day = this.next(day)) {
      if (!this.isWorkday(day)) continue;
      const first = Math.max(start, this.moment(day, from));
      const last = Math.min(end, this.moment(day, to));
      if (last - first > minuteMs) spans.push([first, last]);
    }
    if (spans.length === 0) spans.push([start, end]);
    const total = spans.reduce((sum, [first, last]) => sum + last - first, 0);
    const moments = Array.from({ length: count }, () => {
      let left = random.next() * total;
      for (const [first, last] of spans) {
        if (left < last - first) return Math.floor(first + left);
        left -= last - first;
      }
      return end;
    });
    return moments.sort((a, b) => a - b);
  }

  private next(day: Day): Day {
    let next = this.nextDays.get(day);
    if (next === undefined) {
      next = addDays(day, 1);
      this.nextDays.set(day, next);
    }
    return next;
  }
}

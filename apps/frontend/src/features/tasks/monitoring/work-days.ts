import type { WorkEntryAnswer } from '@gos/contract';
import { type Day, daysFrom, localDay, minutesOf, minutesWithin, spanOfDays } from '@gos/domain';

/** The part of an entry that lies on one day. */
export interface DayPart {
  readonly entry: WorkEntryAnswer;
  readonly minutes: number;
}

export interface WorkDay {
  readonly day: Day;
  readonly parts: readonly DayPart[];
  readonly minutes: number;
}

/** An entry of more days is a mistake; it is shown whole on its first day. */
const longestDays = 366;

/** Returns the entries by days of the zone, the latest first; an entry over midnight is split by day. */
export function workDays(entries: readonly WorkEntryAnswer[], zone: string): readonly WorkDay[] {
  const days = new Map<Day, DayPart[]>();
  for (const entry of entries) {
    const first = localDay(entry.from, zone);
    // Work until midnight sharp is of one day.
    const last = entry.to === null ? first : localDay(Math.max(Date.parse(entry.from), Date.parse(entry.to) - 1), zone);
    const all = daysFrom(first, last, longestDays + 1);
    const isSplit = all.length <= longestDays;
    for (const day of isSplit ? all : [first]) {
      const { start, end } = spanOfDays(day, day, zone);
      const minutes = isSplit ? minutesWithin(entry, start, end) : minutesOf(entry);
      days.set(day, [...(days.get(day) ?? []), { entry, minutes }]);
    }
  }
  return [...days]
    .sort(([a], [b]) => (a < b ? 1 : -1))
    .map(([day, parts]) => ({ day, parts, minutes: parts.reduce((sum, { minutes }) => sum + minutes, 0) }));
}

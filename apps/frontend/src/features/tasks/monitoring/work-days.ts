import type { WorkEntryAnswer } from '@gos/contract';
import { addDays, type Day, localDay, minutesWithin, spanOfDays } from '@gos/domain';

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

/** The entries by the days of the zone, the latest first; one over midnight stands on each of its days with its part. */
export function workDays(entries: readonly WorkEntryAnswer[], zone: string): readonly WorkDay[] {
  const days = new Map<Day, DayPart[]>();
  for (const entry of entries) {
    const first = localDay(entry.from, zone);
    // Work until midnight sharp is of one day.
    const last = entry.to === null ? first : localDay(Math.max(Date.parse(entry.from), Date.parse(entry.to) - 1), zone);
    for (let day = first; day <= last; day = addDays(day, 1)) {
      const { start, end } = spanOfDays(day, day, zone);
      const minutes = minutesWithin(entry, start, end);
      days.set(day, [...(days.get(day) ?? []), { entry, minutes }]);
    }
  }
  return [...days]
    .sort(([a], [b]) => (a < b ? 1 : -1))
    .map(([day, parts]) => ({ day, parts, minutes: parts.reduce((sum, { minutes }) => sum + minutes, 0) }));
}

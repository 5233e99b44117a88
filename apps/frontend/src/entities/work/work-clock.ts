import type { ActiveWork } from '@gos/contract';
import { minutesBetween } from '@gos/domain';

/** `1:05`, as a clock shows it. */
export const clockText = (minutes: number): string =>
  `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;

/** Returns the minutes until now, counted from the time of the request. */
export function minutesAt({ entry, currentMinutes, totalMinutes }: ActiveWork, now: number) {
  const current = Math.max(0, minutesBetween(entry.from, new Date(now).toISOString()));
  return { current, total: totalMinutes - currentMinutes + current };
}

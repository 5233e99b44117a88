import { addDays, type Day, type Instant, instantOf, localDay } from '@gos/domain';
import type { MessageId } from '../../i18n';

export interface PresetClock {
  readonly now: number;
  /** Days are days of the installation's zone. */
  readonly zone: string;
  /** 0 (Sunday) to 6 */
  readonly firstWeekday: number;
}

interface DeadlinePreset {
  readonly id: string;
  readonly label: MessageId;
  readonly values?: Readonly<Record<string, number>>;
  of(clock: PresetClock): Instant;
}

/** A day without a time means its last minute. */
export const endOfDay = (day: Day, zone: string): Instant => instantOf(day, '23:59', zone);

const inHours = (hours: number) => (clock: PresetClock) =>
  new Date(Math.floor(clock.now / 60_000) * 60_000 + hours * 3_600_000).toISOString();

const inDays =
  (days: number) =>
  ({ now, zone }: PresetClock) =>
    endOfDay(addDays(localDay(now, zone), days), zone);

function endOfWeek({ now, zone, firstWeekday }: PresetClock): Instant {
  const today = localDay(now, zone);
  const weekday = new Date(`${today}T12:00:00Z`).getUTCDay();
  return endOfDay(addDays(today, 6 - ((weekday - firstWeekday + 7) % 7)), zone);
}

function endOfMonth({ now, zone }: PresetClock): Instant {
  const today = localDay(now, zone);
  const inNextMonth = addDays(`${today.slice(0, 7)}-01`, 31);
  return endOfDay(addDays(`${inNextMonth.slice(0, 7)}-01`, -1), zone);
}

/** The specification's quick deadlines (section 9), in its order. */
export const deadlinePresets: readonly DeadlinePreset[] = [
  ...[6, 12].map((hours) => ({
    id: `hours-${hours}`,
    label: 'task.preset.hours' as const,
    values: { count: hours },
    of: inHours(hours),
  })),
  { id: 'end-of-day', label: 'task.preset.end-of-day', of: inDays(0) },
  { id: 'tomorrow', label: 'task.preset.tomorrow', of: inDays(1) },
  ...[2, 3, 5, 7, 14].map((days) => ({
    id: `days-${days}`,
    label: 'task.preset.days' as const,
    values: { count: days },
    of: inDays(days),
  })),
  { id: 'end-of-week', label: 'task.preset.end-of-week', of: endOfWeek },
  { id: 'end-of-month', label: 'task.preset.end-of-month', of: endOfMonth },
  {
    id: 'end-of-year',
    label: 'task.preset.end-of-year',
    of: ({ now, zone }) => endOfDay(`${localDay(now, zone).slice(0, 4)}-12-31`, zone),
  },
];

import type { MessageId } from '../../i18n';

interface DeadlinePreset {
  readonly id: string;
  readonly label: MessageId;
  readonly values?: Readonly<Record<string, number>>;
  of(now: Date): Date;
}

/** A day without a time means its last minute. */
export function endOfDay(date: Date): Date {
  const end = new Date(date);
  end.setHours(23, 59, 0, 0);
  return end;
}

function inDays(now: Date, days: number): Date {
  const date = new Date(now);
  date.setDate(date.getDate() + days);
  return endOfDay(date);
}

function inHours(now: Date, hours: number): Date {
  const date = new Date(now.getTime() + hours * 3_600_000);
  date.setSeconds(0, 0);
  return date;
}

/** The specification's quick deadlines (section 9), in its order. */
export const deadlinePresets: readonly DeadlinePreset[] = [
  ...[6, 12].map((hours) => ({
    id: `hours-${hours}`,
    label: 'task.preset.hours' as const,
    values: { count: hours },
    of: (now: Date) => inHours(now, hours),
  })),
  { id: 'end-of-day', label: 'task.preset.end-of-day', of: endOfDay },
  { id: 'tomorrow', label: 'task.preset.tomorrow', of: (now) => inDays(now, 1) },
  ...[2, 3, 5, 7, 14].map((days) => ({
    id: `days-${days}`,
    label: 'task.preset.days' as const,
    values: { count: days },
    of: (now: Date) => inDays(now, days),
  })),
  { id: 'end-of-week', label: 'task.preset.end-of-week', of: (now) => inDays(now, (7 - now.getDay()) % 7) },
  {
    id: 'end-of-month',
    label: 'task.preset.end-of-month',
    of: (now) => endOfDay(new Date(now.getFullYear(), now.getMonth() + 1, 0)),
  },
  { id: 'end-of-year', label: 'task.preset.end-of-year', of: (now) => endOfDay(new Date(now.getFullYear(), 11, 31)) },
];

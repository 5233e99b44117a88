import type { CalendarPart, TaskRowAnswer } from '@gos/contract';
import type { Day, Instant, RefusalCode } from '@gos/domain';
import { refusalOf } from '../../entities/task/task-subject';
import type { Reader } from '../../entities/user/use-reader';
import { dayOf, wallMinutes } from './calendar-days';

/** An entry of a day: a task has one for its deadline and one for its planned day. */
export interface CalendarEntry {
  /** `deadline-12`, `plan-12`; unique */
  readonly key: string;
  readonly kind: 'deadline' | 'meeting' | 'plan';
  readonly item: TaskRowAnswer;
  readonly day: Day;
  /** null: the whole day */
  readonly at: Instant | null;
  /** minutes since midnight and its length, both on the wall */
  readonly start: number;
  readonly length: number;
  /** true, or why it cannot be moved */
  readonly can: true | RefusalCode;
}

/** Shown minutes of an entry without a duration, so that it is visible. */
export const shortest = 30;
const lastMinute = 23 * 60 + 59;

function partsIn({ contractor, solver, participants }: TaskRowAnswer, readerId: number): readonly CalendarPart[] {
  const others = [...participants.acknowledged, ...participants.passive];
  return [
    ...(contractor.id === readerId ? (['given'] as const) : []),
    ...(solver?.id === readerId ? (['solved'] as const) : []),
    ...(others.some(({ id }) => id === readerId) ? (['participant'] as const) : []),
  ];
}

function deadlineEntry(item: TaskRowAnswer, deadline: Instant, reader: Reader, zone: string): CalendarEntry {
  const start = wallMinutes(deadline, zone);
  const meeting = item.type === 'meeting';
  const whole = !meeting && start === lastMinute;
  return {
    key: `deadline-${item.id}`,
    kind: meeting ? 'meeting' : 'deadline',
    item,
    day: dayOf(deadline, zone),
    at: whole ? null : deadline,
    start: whole ? 0 : start,
    length: meeting ? Math.max(item.estimateMinutes ?? 0, shortest) : shortest,
    can: refusalOf('deadline', item, reader) ?? true,
  };
}

function planEntry(item: TaskRowAnswer, day: Day, reader: Reader): CalendarEntry {
  const can = refusalOf('plan', item, reader) ?? true;
  return { key: `plan-${item.id}`, kind: 'plan', item, day, at: null, start: 0, length: 0, can };
}

/** Whole days first, then by time; of equals the more urgent. */
function inOrder(a: CalendarEntry, b: CalendarEntry): number {
  return (
    Number(a.at !== null) - Number(b.at !== null) ||
    a.start - b.start ||
    b.item.priority - a.item.priority ||
    a.item.id - b.item.id
  );
}

/** Returns the shown entries of tasks by day. */
export function entriesByDay(
  items: readonly TaskRowAnswer[],
  show: readonly CalendarPart[],
  reader: Reader,
  zone: string,
): ReadonlyMap<Day, readonly CalendarEntry[]> {
  const days = new Map<Day, CalendarEntry[]>();
  const put = (entry: CalendarEntry) => {
    const others = days.get(entry.day);
    if (others === undefined) days.set(entry.day, [entry]);
    else others.push(entry);
  };
  for (const item of items) {
    const parts = partsIn(item, reader.id);
    if (!parts.some((part) => show.includes(part))) continue;
    if (item.deadline !== null) put(deadlineEntry(item, item.deadline, reader, zone));
    const planned = parts.includes('solved') && show.includes('solved') && item.state !== 'solved';
    if (planned && item.shownDate !== null) put(planEntry(item, item.shownDate, reader));
  }
  for (const entries of days.values()) entries.sort(inOrder);
  return days;
}

export interface PlacedEntry {
  readonly entry: CalendarEntry;
  /** its column among `lanes` parallel ones */
  readonly lane: number;
  readonly lanes: number;
}

/** Entries with a time, side by side where they overlap. */
export function sideBySide(entries: readonly CalendarEntry[]): readonly PlacedEntry[] {
  const placed: PlacedEntry[] = [];
  let group: { entry: CalendarEntry; lane: number }[] = [];
  let ends: number[] = [];
  const close = () => {
    placed.push(...group.map((one) => ({ ...one, lanes: ends.length })));
    group = [];
    ends = [];
  };
  for (const entry of entries.filter(({ at }) => at !== null)) {
    if (ends.length > 0 && ends.every((end) => end <= entry.start)) close();
    const free = ends.findIndex((end) => end <= entry.start);
    const lane = free < 0 ? ends.length : free;
    ends[lane] = entry.start + entry.length;
    group.push({ entry, lane });
  }
  close();
  return placed;
}

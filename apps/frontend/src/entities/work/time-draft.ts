import type { WorkEntryAnswer } from '@gos/contract';
import { type Day, type Instant, localDay, spanRefusalOf } from '@gos/domain';
import { parseDuration } from '../task/duration';
import { readMoment, sameMinute, type TypedMoment, typedOf } from './typed-time';
import type { WorkMessageId } from './work-texts';

export const timeModes = ['span', 'duration'] as const;
export const anchors = ['now', 'last'] as const;

/** Time as it is typed: from–to, or its length, which ends now or follows the last entry of the day. */
export interface TimeDraft {
  readonly mode: (typeof timeModes)[number];
  readonly from: TypedMoment;
  readonly to: TypedMoment;
  readonly duration: string;
  readonly anchor: (typeof anchors)[number];
  readonly note: string;
  readonly contractId: string | null;
}

export type TimeField = 'from-day' | 'from' | 'to-day' | 'to' | 'duration' | 'note';

/** Error messages by field, from this form or from the domain. */
export type TimeErrors = Partial<Record<TimeField, WorkMessageId | 'work.future' | 'work.range'>>;

export interface ReadTime {
  readonly span: { readonly from: Instant; readonly to: Instant | null } | null;
  readonly errors: TimeErrors;
}

export function emptyTime(day: Day): TimeDraft {
  const moment = { day, time: '', second: false };
  return { mode: 'span', from: moment, to: moment, duration: '', anchor: 'now', note: '', contractId: null };
}

export function draftOf(entry: WorkEntryAnswer, zone: string): TimeDraft {
  const from = typedOf(entry.from, zone);
  return {
    ...emptyTime(from.day ?? ''),
    from,
    to: entry.to === null ? { ...from, time: '' } : typedOf(entry.to, zone),
    note: entry.note ?? '',
    contractId: entry.contractId,
  };
}

interface Known {
  readonly zone: string;
  readonly now: number;
  /** the entry that is corrected; its end may be open */
  readonly was: WorkEntryAnswer | null;
  /** The end of the day's last entry; undefined while it is not known, null where there is none. */
  readonly lastEnd: Instant | null | undefined;
  readonly lastRuns: boolean;
}

const minuteMs = 60_000;
const later = (at: Instant, minutes: number): Instant => new Date(Date.parse(at) + minutes * minuteMs).toISOString();

function readDuration(draft: TimeDraft, { now, zone, lastEnd, lastRuns }: Known): ReadTime {
  const minutes = parseDuration(draft.duration);
  const wrong = (errors: TimeErrors): ReadTime => ({ span: null, errors });
  if (draft.from.day === null) return wrong({ 'from-day': 'work.form.date-required' });
  if (minutes === null || minutes === 0) return wrong({ duration: 'work.form.duration-required' });
  const at = new Date(now).toISOString();
  if (anchorOf(draft, now, zone) === 'now') return { span: { from: later(at, -minutes), to: at }, errors: {} };
  if (lastRuns) return wrong({ duration: 'work.form.last-running' });
  if (lastEnd === null) return wrong({ duration: 'work.form.no-last' });
  if (lastEnd === undefined) return wrong({});
  const to = later(lastEnd, minutes);
  return to > at ? wrong({ duration: 'work.future' }) : { span: { from: lastEnd, to }, errors: {} };
}

/** On another day than today nothing ends now. */
export const anchorOf = ({ from, anchor }: TimeDraft, now: number, zone: string): TimeDraft['anchor'] =>
  from.day === localDay(now, zone) ? anchor : 'last';

const dayErrors: ReadonlySet<WorkMessageId> = new Set(['work.form.date-required']);

/** Returns the typed span or its errors. */
export function readTime(draft: TimeDraft, known: Known): ReadTime {
  if (draft.mode === 'duration') return readDuration(draft, known);
  const { zone, now, was } = known;
  const open = was !== null && was.to === null;
  const [from, to] = [readMoment(draft.from, zone), open ? null : readMoment(draft.to, zone)];
  const errors: TimeErrors = {
    ...(from.error && { [dayErrors.has(from.error) ? 'from-day' : 'from']: from.error }),
    ...(to?.error && { [dayErrors.has(to.error) ? 'to-day' : 'to']: to.error }),
  };
  if (from.at === null || (to !== null && to.at === null)) return { span: null, errors };
  const span = {
    from: sameMinute(from.at, was?.from ?? null),
    to: to === null ? null : sameMinute(to.at!, was?.to ?? null),
  };
  const [refused] = spanRefusalOf(span.from, span.to, new Date(now).toISOString())?.errors ?? [];
  if (refused === undefined) return { span, errors };
  return { span: null, errors: { [refused.path]: refused.code } };
}

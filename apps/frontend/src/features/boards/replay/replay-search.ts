import { addDays, type Day, endOfDay, type Instant, localDay, startOfDay } from '@gos/domain';
import { timeZone } from '../../../lib/installation';
import { instantOf } from '../../../lib/past';
import { isShownDay } from '../../../ui/shown-days';

/** Search parameters of the replay; days are days of the installation's zone, inclusive. */
export interface ReplaySearch {
  readonly board?: number;
  readonly from?: Day;
  readonly to?: Day;
  readonly moment?: Instant;
}

export function validateReplaySearch(search: Record<string, unknown>): ReplaySearch {
  const board = Number(search.board);
  return {
    board: Number.isSafeInteger(board) && board > 0 ? board : undefined,
    from: isShownDay(search.from) ? search.from : undefined,
    to: isShownDay(search.to) ? search.to : undefined,
    moment: instantOf(search.moment),
  };
}

export const spans = ['whole', 'year', 'month', 'own'] as const;
export type ReplaySpan = (typeof spans)[number];
const daysOf = { year: 365, month: 30 } as const;

/** The days of a chosen span, which an own one keeps. */
export function searchOfSpan(span: ReplaySpan, now: number, own: Required<Pick<ReplaySearch, 'from' | 'to'>>) {
  if (span === 'own') return own;
  const today = localDay(new Date(now).toISOString(), timeZone());
  return { from: span === 'whole' ? undefined : addDays(today, -daysOf[span]), to: undefined };
}

export function spanOf({ from, to }: ReplaySearch, now: number): ReplaySpan {
  if (from === undefined && to === undefined) return 'whole';
  const is = (span: 'year' | 'month') =>
    to === undefined && from === searchOfSpan(span, now, { from: '', to: '' }).from;
  return is('year') ? 'year' : is('month') ? 'month' : 'own';
}

interface Whole {
  readonly from: Instant;
  readonly to: Instant;
  readonly days: readonly { readonly day: Day; readonly changes: number }[];
}

/** The part of the whole history that the address names. */
export function rangeOf<W extends Whole>(whole: W, { from, to }: ReplaySearch): Pick<W, 'from' | 'to' | 'days'> {
  const zone = timeZone();
  const since = from === undefined ? whole.from : startOfDay(from, zone);
  const until = to === undefined ? whole.to : endOfDay(to, zone);
  const begin = since > whole.from && since < whole.to ? since : whole.from;
  const end = until < whole.to && until > begin ? until : whole.to;
  const days = whole.days.filter(({ day }) => day >= begin.slice(0, 10) && day <= end.slice(0, 10));
  return { from: begin, to: end, days };
}

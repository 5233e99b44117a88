import { type Instant, type MonthSpan, spansIn, type WorkEvent } from '@gos/domain';
import { type Recorded, streamIdIn } from '../kernel/event';
import { pastOf } from '../kernel/past';
import type { ReadModel } from '../kernel/read-model';
import { versions } from '../kernel/versions';
import { type ClosedMonth, corrected } from './worklog';

/** A month of a person that was closed at some time; `closed` is null after it was reopened. */
export interface ClosedMonthDocument {
  readonly id: string;
  readonly closed: ClosedMonth | null;
}

export const closedMonthId = (userId: number | string, month: string) => `${userId}-${month}`;

const dayMs = 24 * 60 * 60 * 1_000;

/** The months that a span may lie in, in any time zone. */
function monthsAround({ from, to }: { readonly from: Instant; readonly to: Instant | null }): string[] {
  const last = Date.parse(to ?? from) + dayMs;
  const months = new Set<string>();
  for (let at = Date.parse(from) - dayMs; at < last; at += dayMs) months.add(new Date(at).toISOString().slice(0, 7));
  return [...months.add(new Date(last).toISOString().slice(0, 7))];
}

function worked(document: ClosedMonthDocument | undefined, event: Recorded<WorkEvent['type']>) {
  if (!document?.closed) return document;
  const closed = corrected(document.closed, event);
  return closed === document.closed ? document : { ...document, closed };
}

const working = {
  WorkEnded: worked,
  TimeAdded: worked,
  TimeChanged: worked,
  TimeRemoved: worked,
  TimeRestored: worked,
} as const;

/** Only its past is kept: the present closed months are those of the worklog. */
export const closedMonthModel: ReadModel<ClosedMonthDocument> = {
  name: 'closed-month',
  version: versions['closed-month-past'],
  indexes: [],
  others: {
    ids(event) {
      const userId = streamIdIn('worklog', event);
      if (userId === null) return [];
      if (!Object.hasOwn(working, event.type)) return [closedMonthId(userId, (event.data as MonthSpan).month)];
      const { was, is } = spansIn(event as WorkEvent);
      const months = [was, is].flatMap((span) => (span === null ? [] : monthsAround(span)));
      return [...new Set(months)].map((month) => closedMonthId(userId, month));
    },
    on: {
      ...working,
      MonthClosed(_, event, id) {
        const { at, actor } = event.metadata;
        return { id, closed: { ...event.data, closedAt: at, closedBy: actor, adjustments: [] } };
      },
      MonthReopened: (document) => document && { ...document, closed: null },
    },
  },
};

/**
 * The closed months as they were at every moment. Corrections begin no state: each has its instant, so a state keeps those of a whole
 * closing.
 */
export const closedMonthPastModel = pastOf(closedMonthModel, {
  name: 'closed-month-past',
  version: versions['closed-month-past'],
  isSame: (before, after) => before.closed?.closedAt === after.closed?.closedAt,
});

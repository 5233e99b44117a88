import {
  type Instant,
  type MonthSpan,
  minutesWithin,
  overlaps,
  spansIn,
  type WorkEvent,
  type WorkPlace,
} from '@gos/domain';
import type { Recorded } from '../kernel/event';
import { streamIdIn } from '../kernel/event';
import type { ReadModel } from '../kernel/read-model';
import { versions } from '../kernel/versions';

/** A correction after the month was closed: the entry's minutes in that month before and after it. */
export interface Adjustment {
  readonly entryId: number;
  readonly was: number;
  readonly is: number;
  readonly by: number | null;
  readonly at: Instant;
  /** absent in older events, and where a change was undone */
  readonly reason?: string;
}

export interface ClosedMonth extends MonthSpan {
  readonly closedAt: Instant;
  readonly closedBy: number | null;
  readonly adjustments: readonly Adjustment[];
}

/** A person's running work and their closed months. */
export interface WorklogDocument {
  readonly id: string;
  readonly userId: number;
  readonly running:
    | (WorkPlace & {
        readonly entryId: number;
        readonly taskId: number;
        readonly from: Instant;
        /** that it looks forgotten */
        readonly told: boolean;
      })
    | null;
  readonly closed: readonly ClosedMonth[];
}

/** A closed month after a work event; the same month when the event does not change its minutes. */
export function corrected(month: ClosedMonth, event: Recorded<WorkEvent['type']>): ClosedMonth {
  const { was: before, is: after } = spansIn(event as WorkEvent);
  const isTouched = [before, after].some(
    (span) => span !== null && overlaps(span, { from: month.start, to: month.end }),
  );
  if (!isTouched) return month;
  const [was, is] = [before, after].map((span) => (span === null ? 0 : minutesWithin(span, month.start, month.end)));
  if (was === is) return month;
  const { at, actor: by } = event.metadata;
  const { entryId } = event.data;
  const reason = 'reason' in event.data ? { reason: event.data.reason } : {};
  return { ...month, adjustments: [...month.adjustments, { entryId, was: was!, is: is!, by, at, ...reason }] };
}

function adjusted(months: readonly ClosedMonth[], event: Recorded<WorkEvent['type']>): readonly ClosedMonth[] {
  const after = months.map((month) => corrected(month, event));
  return after.some((month, index) => month !== months[index]) ? after : months;
}

type Log = WorklogDocument | undefined;

const begun = (event: Recorded): WorklogDocument => {
  const id = streamIdIn('worklog', event)!;
  return { id, userId: Number(id), running: null, closed: [] };
};

/** Any change of an entry: no longer running once it has an end. */
function worked(document: Log, event: Recorded<WorkEvent['type']>): WorklogDocument {
  const log = document ?? begun(event);
  const { data } = event;
  const ended = log.running?.entryId === data.entryId && 'to' in data && data.to !== null;
  const moved = log.running?.entryId === data.entryId && log.running.from !== data.from;
  const running = ended ? null : moved && log.running ? { ...log.running, from: data.from } : log.running;
  return { ...log, running, closed: adjusted(log.closed, event) };
}

export const worklogModel: ReadModel<WorklogDocument> = {
  name: 'worklog',
  version: versions.worklog,
  indexes: [{ fields: ['running.entryId'] }, { fields: ['running.told', 'running.from'] }],
  unindexedFields: ['userId'],
  own: {
    stream: 'worklog',
    on: {
      WorkStarted(document, event) {
        const { entryId, taskId, from, projectId, contractId } = event.data;
        return {
          ...(document ?? begun(event)),
          running: { entryId, taskId, from, projectId, contractId, told: false },
        };
      },
      WorkEnded: worked,
      TimeAdded: worked,
      TimeChanged: worked,
      TimeRemoved: worked,
      TimeRestored: worked,
      UsersNotified: (document, { data }) =>
        document?.running &&
        data.kind === 'work-forgotten' &&
        'entryId' in data &&
        document.running.entryId === data.entryId
          ? { ...document, running: { ...document.running, told: true } }
          : document,
      MonthClosed(document, event) {
        const log = document ?? begun(event);
        const { at, actor } = event.metadata;
        const closed = { ...event.data, closedAt: at, closedBy: actor, adjustments: [] };
        return { ...log, closed: [...log.closed.filter(({ month }) => month !== closed.month), closed] };
      },
      MonthReopened: (document, { data }) =>
        document && { ...document, closed: document.closed.filter(({ month }) => month !== data.month) },
    },
  },
};

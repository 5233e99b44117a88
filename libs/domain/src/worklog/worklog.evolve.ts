import { foldWorklog, type MonthSpan, type WorkEvent, type Worklog, type WorklogEvent, workEvents } from './worklog';
import { overlaps, spansIn } from './worklog.times';

const isWork = (event: WorklogEvent): event is WorkEvent => Object.hasOwn(workEvents, event.type);

/** A change of an entry counts as a correction of each closed month that it reaches into. */
function corrected(closed: Worklog['closed'], event: WorkEvent): Worklog['closed'] {
  const { was, is } = spansIn(event);
  const touches = ({ start, end }: MonthSpan) =>
    [was, is].some((span) => span !== null && overlaps(span, { from: start, to: end }));
  return closed.some(touches)
    ? closed.map((month) => (touches(month) ? { ...month, corrections: month.corrections + 1 } : month))
    : closed;
}

export function evolveWorklog(worklog: Worklog, event: WorklogEvent): Worklog {
  const next = foldWorklog(worklog, event);
  const closed = isWork(event) && next.closed.length > 0 ? corrected(next.closed, event) : next.closed;
  return { ...next, closed, revision: worklog.revision + 1 };
}

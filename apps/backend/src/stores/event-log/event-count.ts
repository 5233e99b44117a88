import type { EventLog } from './event-log';

/** Returns the number of events up to a position; null where positions do not reveal it. */
export const countUpTo = ({ hasConsecutivePositions }: EventLog, position: string | null) =>
  hasConsecutivePositions ? Number(position ?? 0) : null;

import type { RecordedEvent } from '@gos/domain';
import { turn } from '../../kernel/pieces';
import { ByteBudget } from './byte-budget';
import type { EventLog } from './event-log';

const atOnce = 200;

/** The events of a stream from one revision to another, both inclusive, a part at a time: a long stream holds up nobody. */
export async function* inPieces(
  log: Pick<EventLog, 'readStream'>,
  stream: string,
  from = 0,
  to = Number.POSITIVE_INFINITY,
): AsyncGenerator<readonly RecordedEvent[]> {
  for (let next = from; next <= to; ) {
    const budget = new ByteBudget();
    const limit = Math.min(atOnce, to - next + 1);
    const events = await log.readStream(stream, { from: next, limit, budget });
    if (events.length > 0) yield events;
    if (events.length < limit && !budget.isSpent) return;
    next += events.length;
    await turn();
  }
}

const backAtOnce = 50;

/** The events of a stream from a revision back to the first, latest first. */
export async function* backwards(
  log: Pick<EventLog, 'readStream'>,
  stream: string,
  revision: number,
): AsyncGenerator<RecordedEvent> {
  for (let end = revision; end >= 0; end -= backAtOnce) {
    const from = Math.max(0, end - backAtOnce + 1);
    yield* (await log.readStream(stream, { from, limit: end - from + 1 })).reverse();
    await turn();
  }
}

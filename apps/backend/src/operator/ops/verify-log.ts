import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RecordedEvent } from '@gos/domain';
import { type Alteration, alterationOf } from '../../kernel/event-hash';
import { ByteBudget } from '../../stores/event-log/byte-budget';
import type { EventLog } from '../../stores/event-log/event-log';

const readAtOnce = 50;

/** The place of an event. */
export type FoundAt = Pick<RecordedEvent, 'stream' | 'revision'>;
/** Receives findings, each with the event that does not fit, where it is one. */
export type FoundLine = (sentence: string, event?: FoundAt) => void;

/**
 * Checks the hash chain of every stream in the order of the log. A chain cannot show that its end, or all of it, was
 * removed: so positions must have no gaps where they are numbers, and elsewhere every stream must be complete. An
 * unreadable event ends the check and counts as altered.
 */
export async function verifyLog(
  log: EventLog,
  wrong: FoundLine = () => {},
  onChecked: (events: readonly RecordedEvent[]) => void | Promise<void> = () => {},
): Promise<{ checked: number; errors: readonly string[] }> {
  const heads = new Map<string, Pick<RecordedEvent, 'revision' | 'metadata'>>();
  let checked = 0;
  const errors: string[] = [];
  let expected = 1;
  const found: FoundLine = (sentence, event) => {
    errors.push(sentence);
    wrong(sentence, event);
  };
  let position: string | null = null;
  for (;;) {
    let events: RecordedEvent[];
    try {
      events = await readable(log, position);
    } catch (error) {
      found(`what comes after position ${position ?? 'nothing'} cannot be read: ${(error as Error).message}`);
      return { checked, errors };
    }
    if (events.length === 0) {
      if (!log.hasConsecutivePositions) await findCutStreams(log, [...heads.keys()], found);
      return { checked, errors };
    }
    for (const event of events) {
      const at = Number(event.position);
      if (log.hasConsecutivePositions && at !== expected)
        found(`what stood from position ${expected} to ${at - 1} was removed`);
      expected = at + 1;
      const altered = alterationOf(event, heads.get(event.stream) as RecordedEvent | undefined);
      if (altered) {
        const { stream, revision, reason } = altered;
        found(`${stream} revision ${revision}: ${alterationSentences[reason]}`, { stream, revision });
      }
      const { previousHash = null, hash = '' } = event.metadata ?? {};
      heads.set(event.stream, {
        revision: event.revision,
        metadata: { previousHash, hash } as RecordedEvent['metadata'],
      });
    }
    if (log.hasConsecutivePositions && errors.length === 0) await findUnindexed(log, events, found);
    checked += events.length;
    await onChecked(events);
    position = events.at(-1)!.position;
    await nextTurn();
  }
}

export const alterationSentences: Record<Alteration['reason'], string> = {
  unreadable: 'its content cannot be read',
  hash: 'its content is not what its hash says',
  chain: 'it does not follow the event before it',
  gap: 'an event before it is missing',
};

/** Commands read streams through an index of the file, which no hash covers: it has to lead to the same events. */
async function findUnindexed(log: EventLog, events: readonly RecordedEvent[], found: FoundLine): Promise<void> {
  const streams = new Map<string, RecordedEvent[]>();
  for (const event of events) streams.set(event.stream, [...(streams.get(event.stream) ?? []), event]);
  for (const [stream, some] of streams) {
    const range = { from: some[0]!.revision, limit: some.length };
    const read: readonly RecordedEvent[] = await log.readStream(stream, range).catch(() => []);
    const wrong = some.find((event, at) => nameOf(read[at]) !== nameOf(event));
    if (!wrong) continue;
    const { revision } = wrong;
    found(`${stream} revision ${revision}: its stream does not lead to it`, { stream, revision });
  }
}

const nameOf = (event: RecordedEvent | undefined) => event && `${event.position} ${event.stream} ${event.revision}`;

/**
 * EventStoreDB keeps events of deleted or truncated streams in the whole log for a while, but no longer in the stream
 * itself.
 */
async function findCutStreams(log: EventLog, streams: readonly string[], found: FoundLine): Promise<void> {
  const isCut = async (stream: string) => {
    const [first] = await log.readStream(stream, { limit: 1 }).catch(() => []);
    return first?.revision !== 0;
  };
  for (let at = 0; at < streams.length; at += readAtOnce) {
    const some = streams.slice(at, at + readAtOnce);
    const cut = await Promise.all(some.map(isCut));
    for (const [n, stream] of some.entries()) {
      if (cut[n]) found(`${stream}: its beginning cannot be read, as if it was deleted or cut`);
    }
  }
}

/** The next events; when one of them is unreadable, only those before it. */
async function readable(log: EventLog, position: string | null): Promise<RecordedEvent[]> {
  for (let count = 500; ; count = Math.floor(count / 2)) {
    try {
      return await log.readAll(position, count, new ByteBudget());
    } catch (error) {
      if (count === 1) throw error;
    }
  }
}

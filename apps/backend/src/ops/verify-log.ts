import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RecordedEvent } from '@gos/domain';
import { type Alteration, alterationOf } from '../cqrs/event-hash';
import type { EventLog } from '../event-log/event-log';
import type { Say } from './say';

/**
 * Checks the chain of hashes of every stream, in the order of the log, and where positions are numbers that none is missing: a chain
 * does not tell that its end was removed, or all of it. What cannot be read ends it and counts as altered.
 */
export async function verifyLog(
  log: EventLog,
  wrong: Say = () => {},
): Promise<{ checked: number; errors: readonly string[] }> {
  const heads = new Map<string, Pick<RecordedEvent, 'revision' | 'metadata'>>();
  let checked = 0;
  const errors: string[] = [];
  let expected = 1;
  const found = (sentence: string) => {
    errors.push(sentence);
    wrong(sentence);
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
    if (events.length === 0) return { checked, errors };
    for (const event of events) {
      const at = Number(event.position);
      if (log.isNumbered && at !== expected) found(`what stood from position ${expected} to ${at - 1} was removed`);
      expected = at + 1;
      const altered = alterationOf(event, heads.get(event.stream) as RecordedEvent | undefined);
      if (altered) found(`${altered.stream} revision ${altered.revision}: ${alterationSentences[altered.reason]}`);
      const { previousHash = null, hash = '' } = event.metadata ?? {};
      heads.set(event.stream, {
        revision: event.revision,
        metadata: { previousHash, hash } as RecordedEvent['metadata'],
      });
    }
    checked += events.length;
    position = events.at(-1)!.position;
    await nextTurn();
  }
}

export const alterationSentences: Record<Alteration['reason'], string> = {
  hash: 'its content is not what its hash says',
  chain: 'it does not follow the event before it',
  gap: 'an event before it is missing',
};

/** The next events; when one of them cannot be read, those before it. */
async function readable(log: EventLog, position: string | null): Promise<RecordedEvent[]> {
  for (let count = 500; ; count = Math.floor(count / 2)) {
    try {
      return await log.readAll(position, count);
    } catch (error) {
      if (count === 1) throw error;
    }
  }
}

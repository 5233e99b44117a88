import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RecordedEvent } from '@gos/domain';
import { type Alteration, alterationOf } from '../cqrs/event-hash';
import type { Projections } from '../cqrs/projections';
import type { EventLog } from '../event-log/event-log';

export const operations = ['rebuild', 'verify', 'lag'] as const;
export type Operation = (typeof operations)[number];

/** What operations say while they work: one line each. */
export type Say = (line: string) => void;

/** Checks the chain of hashes of every stream, in the order of the log. What cannot be read ends it and counts as altered. */
export async function verifyLog(
  log: EventLog,
  wrong: Say = () => {},
): Promise<{ checked: number; errors: readonly string[] }> {
  const heads = new Map<string, Pick<RecordedEvent, 'revision' | 'metadata'>>();
  let checked = 0;
  const errors: string[] = [];
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
      const altered = alterationOf(event, heads.get(event.stream) as RecordedEvent | undefined);
      if (altered) found(`${altered.stream} revision ${altered.revision}: ${sentences[altered.reason]}`);
      const { previousHash, hash } = event.metadata;
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

const sentences: Record<Alteration['reason'], string> = {
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

async function verify({ projections, log }: Workings, say: Say): Promise<boolean> {
  const { checked, errors } = await verifyLog(log, say);
  say(`${checked} events checked, ${errors.length} altered`);
  if (errors.length > 0) return false;
  const { compared, different } = await projections.verify();
  for (const { model, id } of different.slice(0, 100)) say(`${model} ${id}: is not what the log makes of it`);
  say(`${compared} documents compared, ${different.length} different${different.length > 0 ? ' (rebuild them)' : ''}`);
  return different.length === 0;
}

interface Workings {
  readonly projections: Projections;
  readonly log: EventLog;
}

/** Runs one operation; false when something is wrong. */
export async function operate(
  operation: Operation,
  argument: string | null,
  workings: Workings,
  say: Say,
): Promise<boolean> {
  switch (operation) {
    case 'lag': {
      const { applied, end, caughtUp } = await workings.projections.lag();
      say(`applied ${applied ?? 'nothing'} of ${end ?? 'nothing'}: ${caughtUp ? 'caught up' : 'catching up'}`);
      return true;
    }
    case 'rebuild': {
      let said = 0;
      await workings.projections.rebuild(argument, ({ model, events }) => {
        if (Date.now() - said < 1_000) return;
        said = Date.now();
        say(`${model}: ${events} events`);
      });
      say('rebuilt');
      return true;
    }
    case 'verify':
      return verify(workings, say);
  }
}

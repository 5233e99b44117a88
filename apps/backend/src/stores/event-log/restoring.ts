import type { RecordedEvent } from '@gos/domain';
import type { EventLog } from './event-log';

/** Characters of data and metadata that go into one append, and its events: far below what a store takes. */
const most = { characters: 128 * 1024, events: 200 };

/** Restores by appends, each of which waits for the one before it: no store keeps the order of several at once. */
export async function restoreByAppends(
  log: Pick<EventLog, 'append'>,
  events: readonly RecordedEvent[],
): Promise<string | null> {
  let position: string | null = null;
  for (const run of runsOf(events)) ({ position } = await log.append(run[0]!.stream, run[0]!.revision - 1, run));
  return position;
}

/** Neighbours of one stream, one revision after the other. */
function runsOf(events: readonly RecordedEvent[]): RecordedEvent[][] {
  const runs: RecordedEvent[][] = [];
  let characters = 0;
  for (const event of events) {
    const last = runs.at(-1)?.at(-1);
    const size = JSON.stringify(event.data ?? null).length + JSON.stringify(event.metadata).length;
    const follows = last?.stream === event.stream && last.revision + 1 === event.revision;
    const fits = characters + size <= most.characters && (runs.at(-1)?.length ?? 0) < most.events;
    if (follows && fits) {
      runs.at(-1)!.push(event);
      characters += size;
    } else {
      runs.push([event]);
      characters = size;
    }
  }
  return runs;
}

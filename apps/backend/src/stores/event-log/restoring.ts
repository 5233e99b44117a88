import type { RecordedEvent } from '@gos/domain';
import type { EventLog } from './event-log';

/** Limits of one append, in characters of data and metadata and in events; far below the limits of any store. */
const max = { characters: 128 * 1024, events: 200 };

/** Restores by appends, each after the one before: no store keeps the order of concurrent ones. */
export async function restoreByAppends(
  log: Pick<EventLog, 'append'>,
  events: readonly RecordedEvent[],
): Promise<string | null> {
  let position: string | null = null;
  for (const run of runsOf(events)) ({ position } = await log.append(run[0]!.stream, run[0]!.revision - 1, run));
  return position;
}

/** Splits events into runs of consecutive revisions of one stream. */
function runsOf(events: readonly RecordedEvent[]): RecordedEvent[][] {
  const runs: RecordedEvent[][] = [];
  let characters = 0;
  for (const event of events) {
    const last = runs.at(-1)?.at(-1);
    const size = JSON.stringify(event.data ?? null).length + JSON.stringify(event.metadata).length;
    const follows = last?.stream === event.stream && last.revision + 1 === event.revision;
    const fits = characters + size <= max.characters && (runs.at(-1)?.length ?? 0) < max.events;
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

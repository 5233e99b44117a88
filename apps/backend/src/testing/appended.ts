import type { Message, RecordedEvent } from '@gos/domain';
import { record } from '../engine/commands/stream-cache';
import { type EventLog, NO_STREAM } from '../stores/event-log/event-log';

/** An append takes 1 MiB. */
const atOnce = 100;

/** Appends events with whole metadata, continuing the stream; answers the position of the last one. */
export async function append(
  log: EventLog,
  stream: string,
  events: readonly Message[],
  at = '2026-11-20T08:00:00.000Z',
): Promise<string> {
  const last = (await log.readStream(stream)).at(-1) as RecordedEvent | undefined;
  const loaded = { revision: last?.revision ?? NO_STREAM, lastHash: last?.metadata.hash ?? null };
  const metadata = { actor: 1, at, via: 'web', correlationId: 'test', causationId: 'test', schemaVersion: 1 } as const;
  const recorded = record(stream, loaded, events, () => ({ id: crypto.randomUUID(), metadata }));
  let position = '';
  for (let at = 0; at < recorded.length; at += atOnce) {
    ({ position } = await log.append(stream, loaded.revision + at, recorded.slice(at, at + atOnce)));
  }
  return position;
}

import type { RecordedEvent } from '@gos/domain';
import type { TelemetrySpan } from './telemetry';

const maxNamed = 20;

/** A batch from a single command joins that command's trace; a mixed batch lists the correlation ids of its commands. */
export function batchSpan(events: readonly RecordedEvent[]): TelemetrySpan {
  const ids = [...new Set(events.map(({ metadata }) => metadata.correlationId))];
  const mixed = ids.length > 1 && { 'gos.correlation_ids': ids.slice(0, maxNamed).join(' ') };
  const facts = { events: events.length, position: events.at(-1)!.position, ...mixed };
  return { kind: 'batch', name: 'apply', correlationId: mixed ? null : ids[0]!, facts };
}

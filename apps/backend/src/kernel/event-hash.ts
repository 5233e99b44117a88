import { createHash } from 'node:crypto';
import { type EventMetadata, isUnreadable, type RecordedEvent } from '@gos/domain';

/** JSON with keys sorted by UTF-16 code units and without white space: equal content gives equal text. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(',')}}`;
}

export type Hashed = Pick<RecordedEvent, 'stream' | 'revision' | 'id' | 'type' | 'data'> & {
  readonly metadata: Omit<EventMetadata, 'hash'>;
};

/**
 * SHA-256 over stream, revision, id, type, data and metadata. Position and the store's timestamp are left out, so that
 * an import keeps the hash.
 */
export function eventHash({ stream, revision, id, type, data, metadata }: Hashed): string {
  const { hash: _, ...rest } = metadata as EventMetadata;
  return createHash('sha256')
    .update(canonicalJson({ stream, revision, id, type, data, metadata: rest }))
    .digest('hex');
}

export interface Alteration {
  readonly stream: string;
  readonly revision: number;
  readonly reason: 'unreadable' | 'hash' | 'chain' | 'gap';
}

/**
 * Checks an event's hash and its link to the previous event of the same stream (undefined for the first); null when
 * both hold.
 */
export function alterationOf(event: RecordedEvent, previous: RecordedEvent | undefined): Alteration | null {
  const { stream, revision } = event;
  if (revision !== (previous?.revision ?? -1) + 1) return { stream, revision, reason: 'gap' };
  if (isUnreadable(event)) return { stream, revision, reason: 'unreadable' };
  // The hash of an unreadable event may be lost, which is no fault of the next one.
  const isKnown = previous?.metadata.hash !== '';
  if (isKnown && event.metadata.previousHash !== (previous?.metadata.hash ?? null))
    return { stream, revision, reason: 'chain' };
  return eventHash(event) === event.metadata.hash ? null : { stream, revision, reason: 'hash' };
}

import { createHash } from 'node:crypto';
import type { EventMetadata, RecordedEvent } from '@gos/domain';

/** JSON with keys in order of their code units and no white space, so that the same content has one text. */
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

/** SHA-256 over stream, revision, id, type, data and metadata; never over a position or a store's time, so that an import keeps it. */
export function eventHash({ stream, revision, id, type, data, metadata }: Hashed): string {
  const { hash: _, ...rest } = metadata as EventMetadata;
  return createHash('sha256')
    .update(canonicalJson({ stream, revision, id, type, data, metadata: rest }))
    .digest('hex');
}

export interface Alteration {
  readonly stream: string;
  readonly revision: number;
  readonly reason: 'hash' | 'chain' | 'gap';
}

/** Checks one stream's next event against the one before it (undefined for the first). */
export function alterationOf(event: RecordedEvent, previous: RecordedEvent | undefined): Alteration | null {
  const { stream, revision } = event;
  if (revision !== (previous?.revision ?? -1) + 1) return { stream, revision, reason: 'gap' };
  // Whoever writes into the store by other means than the product may leave it out.
  if (typeof event.metadata !== 'object' || event.metadata === null) return { stream, revision, reason: 'hash' };
  if (event.metadata.previousHash !== (previous?.metadata.hash ?? null)) return { stream, revision, reason: 'chain' };
  return eventHash(event) === event.metadata.hash ? null : { stream, revision, reason: 'hash' };
}

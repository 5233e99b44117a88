import type { Message, RecordedEvent } from '@gos/domain';
import { documentAfter, idsOf, relatedIds } from '../kernel/apply';
import { inTime, stillSo } from '../kernel/past';
import type { AnyReadModel, Lookup } from '../kernel/read-model';

let position = 0;

/** An event as read from the log. Revision and hashes are dummies: projections only keep them. */
export function recorded(stream: string, event: Message, actor = 1, at = '2026-11-20T08:00:00.000Z'): RecordedEvent {
  position++;
  return {
    stream,
    revision: position,
    position: String(position),
    id: `event-${position}`,
    ...event,
    metadata: {
      actor,
      at,
      via: 'web',
      correlationId: 'test',
      causationId: 'test',
      schemaVersion: 1,
      previousHash: null,
      hash: `hash-${position}`,
    },
  };
}

/** The documents of a model after the given events, projected in memory. */
export async function fed<D extends { readonly id: string }>(
  model: AnyReadModel<D, unknown>,
  events: readonly RecordedEvent[],
): Promise<ReadonlyMap<string, D>> {
  const documents = new Map<string, D>();
  const lookup: Lookup<D> = {
    get: async (id) => documents.get(id),
    find: async (field, value) =>
      [...documents.values()].filter((document) => {
        if (model.past && (document as { readonly validUntil?: string }).validUntil !== stillSo) return false;
        const held: unknown = field
          .split('.')
          .reduce((within: unknown, part) => (within as Record<string, unknown> | null)?.[part], document);
        return Array.isArray(held) ? held.includes(value) : held === value;
      }),
  };
  for (const event of events) {
    const further = (await relatedIds(model, event, lookup)) ?? [];
    for (const id of new Set([...idsOf(model, event), ...further])) {
      const before = documents.get(id);
      const next = await documentAfter(model, before, event, id, lookup);
      if (next === undefined || next === before) continue;
      const { document, ended } = model.past
        ? inTime((model as AnyReadModel<D>).past!, before, next, event)
        : { document: next, ended: null };
      documents.set(id, document);
      if (ended) documents.set(ended.id, ended.document);
    }
  }
  return documents;
}

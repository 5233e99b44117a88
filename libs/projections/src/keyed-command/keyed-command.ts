import { activityClassOf } from '@gos/domain';
import type { ReadModel } from '../kernel/read-model';

/** An event that came with an Idempotency-Key and shows in no task's history, by its id: which stream the key belongs to. */
export interface KeyedCommandDocument {
  readonly id: string;
  readonly stream: string;
}

export const keyedCommandModel: ReadModel<KeyedCommandDocument> = {
  name: 'keyed-command',
  version: 2,
  indexes: [],
  others: {
    ids: ({ id, type, metadata }) => (metadata.bodyHash !== undefined && !(type in activityClassOf) ? [id] : []),
    every: (_document, { stream }, id) => ({ id, stream }),
  },
};

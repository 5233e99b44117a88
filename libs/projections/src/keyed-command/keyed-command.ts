import { activityClassOf } from '@gos/domain';
import type { ReadModel } from '../kernel/read-model';

/** Which stream an Idempotency-Key was used on, by event id; only for events that no task's history shows. */
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
    otherwise: (_document, { stream }, id) => ({ id, stream }),
  },
};

import type { AnyReadModel, ReadModel } from '../kernel/read-model';
import { versions } from '../kernel/versions';
import { isInHistory, taskActivityModel } from '../task-activity/task-activity';

/** Which stream an Idempotency-Key was used on, by event id; only for events that no task's history holds. */
export interface KeyedCommandDocument {
  readonly id: string;
  readonly stream: string;
}

export const idempotencyModel: ReadModel<KeyedCommandDocument> = {
  name: 'keyed-command',
  version: versions['keyed-command'],
  indexes: [],
  others: {
    ids: (event) => (event.metadata.bodyHash !== undefined && !isInHistory(event) ? [event.id] : []),
    otherwise: (_document, { stream }, id) => ({ id, stream }),
  },
};

/** Where an event with a key is found by its id, in one of them: what a task's history holds is not kept twice. */
export const keyedModels: readonly AnyReadModel<KeyedCommandDocument>[] = [taskActivityModel, idempotencyModel];

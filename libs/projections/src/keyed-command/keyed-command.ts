import type { ReadModel } from '../kernel/read-model';

/** An event of a project, a board or a person that came with an Idempotency-Key, by its id: which stream the key belongs to. */
export interface KeyedCommandDocument {
  readonly id: string;
  readonly stream: string;
}

export const keyedCommandModel: ReadModel<KeyedCommandDocument> = {
  name: 'keyed-command',
  version: 2,
  indexes: [],
  others: {
    ids: ({ id, stream, metadata }) =>
      /^(project|board|user)-/.test(stream) && metadata.bodyHash !== undefined ? [id] : [],
    every: (_document, { stream }, id) => ({ id, stream }),
  },
};

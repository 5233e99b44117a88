import type { ReadModel } from '../kernel/read-model';

/** An event of a project or board that came with an Idempotency-Key, by its id: which stream the key belongs to. */
export interface KeyedCommandDocument {
  readonly id: string;
  readonly stream: string;
}

export const keyedCommandModel: ReadModel<KeyedCommandDocument> = {
  name: 'keyed-command',
  version: 1,
  indexes: [],
  ids: ({ id, stream, metadata }) => (/^(project|board)-/.test(stream) && metadata.bodyHash !== undefined ? [id] : []),
  apply: (_document, { stream }, id) => ({ id, stream }),
};

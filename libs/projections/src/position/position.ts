import { czechSortKey, evolvePosition, foldWords, type Position } from '@gos/domain';
import { pastOf } from '../kernel/past';
import type { ReadModel } from '../kernel/read-model';
import { versions } from '../kernel/versions';

export interface PositionDocument {
  readonly id: string;
  /** Not called `position`, which stored documents have already: that in the log. */
  readonly state: Position;
  readonly deleted: boolean;
  readonly nameKey: string;
  readonly words: readonly string[];
}

/** The holders of a position are in the documents of the people. */
export const positionModel: ReadModel<PositionDocument> = {
  name: 'position',
  version: versions.position,
  indexes: [
    { fields: ['deleted', 'nameKey', 'state.id'] },
    { fields: ['state.id'] },
    { fields: ['words'], kind: 'words' },
  ],
  unindexedFields: ['state.attendance', 'state.revision'],
  own: {
    stream: 'position',
    otherwise(document, event) {
      const state = evolvePosition(document?.state ?? null, event);
      if (state === null) return undefined;
      const { id, name, deleted } = state;
      const words = [...new Set([String(id), ...foldWords(name)])];
      return { id: String(id), state, deleted, nameKey: czechSortKey(name), words };
    },
  },
};

/** The positions as they were at every moment. */
export const positionPastModel = pastOf(positionModel, { name: 'position-past', version: versions['position-past'] });

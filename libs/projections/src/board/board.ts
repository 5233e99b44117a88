import { type Board, czechSortKey, evolveBoard, foldWords, longTextKey } from '@gos/domain';
import { pastOf } from '../kernel/past';
import type { ReadModel } from '../kernel/read-model';
import { versions } from '../kernel/versions';
import type { Guarded } from '../kernel/visibility';

export interface BoardDocument extends Guarded {
  readonly id: string;
  readonly projectId: number;
  readonly board: Board;
  readonly deleted: boolean;
  readonly nameKey: string;
  readonly descriptionKey: string;
  readonly words: readonly string[];
}

/** Task counts are not stored here: the reader counts the task documents. */
export const boardModel: ReadModel<BoardDocument> = {
  name: 'board',
  version: versions.board,
  indexes: [
    { fields: ['projectId', 'deleted', 'board.section', 'board.order', 'board.id'] },
    { fields: ['board.assignedUserId', 'deleted', 'board.id'] },
    { fields: ['parties'], kind: 'many' },
    { fields: ['words'], kind: 'words' },
  ],
  unindexedFields: ['nameKey', 'descriptionKey', 'board.deadline', 'board.revision'],
  own: {
    stream: 'board',
    otherwise(document, event) {
      const board = evolveBoard(document?.board ?? null, event);
      if (board === null) return undefined;
      const { id, projectId, deleted } = board;
      const words = [...new Set([String(id), ...foldWords(board.name), ...foldWords(board.description)])];
      const nameKey = czechSortKey(board.name);
      const descriptionKey = longTextKey(board.description);
      return { id: String(id), projectId, parties: [], board, deleted, nameKey, descriptionKey, words };
    },
  },
};

/** The boards as they were at every moment. Descriptions are long, and read from the log. */
export const boardPastModel = pastOf(boardModel, {
  name: 'board-past',
  version: versions['board-past'],
  kept: (document) => ({ ...document, board: { ...document.board, description: '' } }),
});

import { type Board, type BoardEvent, boardDecider, czechSortKey, foldWords } from '@gos/domain';
import type { ReadModel } from '../kernel/read-model';
import type { Guarded } from '../kernel/visibility';

export interface BoardDocument extends Guarded {
  readonly id: string;
  readonly boardId: number;
  readonly projectId: number;
  readonly board: Board;
  readonly section: Board['section'];
  readonly order: string;
  readonly nameKey: string;
  readonly deadline: string | null;
  readonly words: readonly string[];
  readonly deleted: boolean;
}

/** Numbers of its tasks are counted when read: they are of the tasks' documents. */
export const boardModel: ReadModel<BoardDocument> = {
  name: 'board',
  version: 1,
  indexes: [
    { fields: ['projectId', 'deleted', 'section', 'order', 'boardId'] },
    { fields: ['parties'], kind: 'many' },
    { fields: ['words'], kind: 'words' },
  ],
  fields: ['nameKey', 'deadline'],
  ids: (event) => (event.stream.startsWith('board-') ? [event.stream.slice(6)] : []),
  apply(document, event) {
    const board = boardDecider.evolve(document?.board ?? null, event as unknown as BoardEvent);
    if (board === null) return undefined;
    const { id, projectId, section, order, deadline, deleted } = board;
    const words = [...new Set([String(id), ...foldWords(board.name), ...foldWords(board.description)])];
    const nameKey = czechSortKey(board.name);
    return {
      id: String(id),
      boardId: id,
      projectId,
      parties: [],
      board,
      section,
      order,
      nameKey,
      deadline,
      words,
      deleted,
    };
  },
};

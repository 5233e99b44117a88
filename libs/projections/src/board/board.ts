import { type Board, type BoardEvent, boardDecider, czechSortKey } from '@gos/domain';
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
  readonly deleted: boolean;
}

/** Numbers of its tasks are counted when read: they are of the tasks' documents. */
export const boardModel: ReadModel<BoardDocument> = {
  name: 'board',
  version: 1,
  indexes: [{ fields: ['projectId', 'deleted', 'section', 'order', 'boardId'] }, { fields: ['parties'], kind: 'many' }],
  fields: ['nameKey'],
  ids: (event) => (event.stream.startsWith('board-') ? [event.stream.slice(6)] : []),
  apply(document, event) {
    const board = boardDecider.evolve(document?.board ?? null, event as unknown as BoardEvent);
    if (board === null) return undefined;
    const { id, projectId, section, order, deleted } = board;
    const nameKey = czechSortKey(board.name);
    return { id: String(id), boardId: id, projectId, parties: [], board, section, order, nameKey, deleted };
  },
};

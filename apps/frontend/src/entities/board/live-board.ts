import type { BoardAnswer, ChangeOf } from '@gos/contract';
import type { QueryClient } from '@tanstack/react-query';
import type { LiveHandlers, Stale } from '../../lib/live-cache';
import { boardKeys, noBoard } from './boards.api';

/** The tasks of a board that was deleted or brought back are elsewhere now. */
const around = (projectId: number, id: number): readonly Stale[] =>
  [
    boardKeys.list(projectId),
    boardKeys.deleted(projectId),
    boardKeys.tasks(projectId, noBoard),
    boardKeys.tasks(projectId, id),
    boardKeys.detail(id),
  ].map((queryKey) => ({ queryKey }));

const notShown: Stale = { queryKey: boardKeys.all, type: 'inactive', refetchType: 'none' };

/** The projects whose boards are held, each with whether the board is among them. */
const heldLists = (client: QueryClient, id: number) =>
  client
    .getQueriesData<readonly BoardAnswer[]>({ queryKey: boardKeys.lists })
    .flatMap(([key, boards]) =>
      boards === undefined
        ? []
        : [{ key, projectId: key[2] as number, known: boards.find((board) => board.id === id) }],
    );

function take(change: ChangeOf<'board'>, client: QueryClient): readonly Stale[] {
  const { id } = change;
  const doc = 'gone' in change ? undefined : change.doc;
  const gone = 'gone' in change || doc?.deleted === true;
  const stale = heldLists(client, id).flatMap(({ key, projectId, known }): readonly Stale[] => {
    if (doc !== undefined && doc.projectId !== projectId) return [];
    // An answer under way may be older than the change.
    const underWay = client.getQueryState(key)?.fetchStatus === 'fetching' ? [{ queryKey: key }] : [];
    if (gone) {
      if (known === undefined && doc !== undefined) return underWay;
      client.setQueryData<readonly BoardAnswer[]>(key, (boards) => boards?.filter((board) => board.id !== id));
      return around(projectId, id);
    }
    if (doc === undefined || known === undefined) return around(projectId, id);
    if (known.revision > doc.revision) return underWay;
    const newer = (board: BoardAnswer) => ({ ...board, ...doc, can: board.can });
    client.setQueryData<readonly BoardAnswer[]>(key, (boards) =>
      boards?.map((board) => (board.id === id ? newer(board) : board)),
    );
    client.setQueryData<BoardAnswer>(boardKeys.detail(id), (board) => board && newer(board));
    return underWay;
  });
  return [...stale, notShown];
}

export const boardHandlers: LiveHandlers = {
  board: take,
  // Whether it takes tasks is said with each of its boards.
  project: ({ id }) => [{ queryKey: boardKeys.list(id) }, { queryKey: boardKeys.details }, notShown],
  // Boards contain counts of tasks. Shown boards get their own live changes.
  task: () => [notShown],
};

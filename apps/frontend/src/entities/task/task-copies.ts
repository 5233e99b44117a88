import type { Page, TaskAnswer, TaskRowAnswer } from '@gos/contract';
import { byRank, type Day, localDay, type Rank } from '@gos/domain';
import { partialMatchKey, type QueryClient } from '@tanstack/react-query';
import { timeZone } from '../../lib/installation';
import { type Held, type Layer, layerOn, layersOf } from '../../lib/query-layers';
import { serverNow } from '../../lib/server-clock';
import { type BoardPlaceId, boardKeys, noBoard } from '../board/boards.api';
import { meQuery } from '../user/users.api';
import type { TaskPlacing } from './task-changes';
import { belongsToList } from './task-lists';
import { type PlacedQuery, rowsWith } from './task-places';
import { type TaskListQuery, taskKeys } from './tasks.api';

/** A change of a task, for every cache entry with a copy of its row. */
export interface TaskNews {
  readonly id: number;
  /** A copy that holds the row as it was, afterwards; null: it is gone. */
  after(row: TaskRowAnswer): TaskRowAnswer | null;
  /** The row for copies that do not hold it yet; null where it is not known. */
  readonly row: TaskRowAnswer | null;
}

/** The day that the server's lists go by. */
export const presentDay = (): Day => localDay(serverNow(), timeZone());

interface Rows {
  readonly items: readonly TaskRowAnswer[];
  readonly total: number;
}

function pageAfter<P extends Rows>(page: P, asked: PlacedQuery, news: TaskNews, readerId: number): P {
  const held = page.items.find(({ id }) => id === news.id);
  const row = held === undefined ? news.row : news.after(held);
  if (row === held) return page;
  const stays = row !== null && belongsToList(asked.list ?? 'all', row, readerId, presentDay()) !== false;
  if (stays) return rowsWith(page, asked, row);
  if (held === undefined) return page;
  return { ...page, items: page.items.filter(({ id }) => id !== news.id), total: page.total - 1 };
}

/** The tasks of a board, or those of a project that are in none: all of them are held, not a page. */
function boardAfter(
  rows: readonly TaskRowAnswer[],
  project: number,
  board: BoardPlaceId,
  news: TaskNews,
  readerId: number,
): readonly TaskRowAnswer[] {
  const asked: PlacedQuery = {
    list: 'all',
    ...(board === noBoard ? { project, board, sort: 'id' } : { board, sort: 'order' }),
  };
  return pageAfter({ items: rows, total: rows.length }, asked, news, readerId).items;
}

const readerIdIn = (client: QueryClient) => client.getQueryData(meQuery.queryKey)?.id ?? 0;

/** Brings news of a task into every list, board and calendar that is held. */
export const rowsLayer = (news: TaskNews, readerId: number): Layer => {
  const lists = layerOn(taskKeys.lists, (page: Page<TaskRowAnswer>, key) =>
    pageAfter(page, key[2] as TaskListQuery, news, readerId),
  );
  const boards = layerOn(boardKeys.taskLists, (rows: readonly TaskRowAnswer[], key) =>
    boardAfter(rows, key[2] as number, key[3] as BoardPlaceId, news, readerId),
  );
  return (beneath) => boards(lists(beneath));
};

/** Every copy of a row among what is held. */
export const rowsIn = (held: readonly Held[]): TaskRowAnswer[] =>
  held.flatMap(({ key, data }) => {
    if (data === undefined) return [];
    if (partialMatchKey(key, taskKeys.lists)) return (data as Page<TaskRowAnswer>).items;
    return partialMatchKey(key, boardKeys.taskLists) ? (data as readonly TaskRowAnswer[]) : [];
  });

/** The queries of a client that hold rows. */
export const heldRows = (client: QueryClient): TaskRowAnswer[] =>
  rowsIn(
    client
      .getQueryCache()
      .getAll()
      .map(({ queryKey: key, state: { data } }) => ({ key, data })),
  );

/** Puts a row of the server into everything that holds or should hold it. Ignored when a newer revision is held. */
export function placeRow(client: QueryClient, doc: TaskRowAnswer): void {
  layersOf(client).put((beneath) => {
    const newer = rowsIn(beneath).some(({ id, revision }) => id === doc.id && revision > doc.revision);
    return newer ? beneath : rowsLayer({ id: doc.id, after: () => doc, row: doc }, readerIdIn(client))(beneath);
  });
}

/** Takes a task that may not be seen any more out of everything that holds it. */
export function dropRow(client: QueryClient, id: number): void {
  layersOf(client).put(rowsLayer({ id, after: () => null, row: null }, readerIdIn(client)));
}

type RankedRow = TaskRowAnswer & { readonly order: Rank };

/** The tasks of a board, as far as they are known here, in their order. */
export function tasksOfBoard(rows: readonly TaskRowAnswer[], boardId: number): RankedRow[] {
  const ranked = rows.filter((row): row is RankedRow => row.board?.id === boardId && row.order !== null);
  return [...new Map(ranked.map((row) => [row.id, row])).values()].sort(byRank);
}

/** Returns the task's place, so that an undo can restore it; null when unknown. */
export function placingOf(client: QueryClient, taskId: number): TaskPlacing | null {
  const rows = heldRows(client);
  const row = rows.find(({ id }) => id === taskId) ?? client.getQueryData<TaskAnswer>(taskKeys.detail(taskId));
  if (row === undefined) return null;
  const { project, board } = row;
  if (board === null) return { project, board };
  const tasks = tasksOfBoard(rows, board.id);
  const at = tasks.findIndex(({ id }) => id === taskId);
  return { project, board, beforeId: at < 0 ? null : (tasks[at + 1]?.id ?? null) };
}

import { boardRoutes, type Page, taskRoutes } from '@gos/contract';
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { ChangeOptions } from '../../lib/api';
import { preferenceKeys, preferenceOrNone, savePreference } from '../../lib/preferences';
import { type BodyOf, type QueryOf, request } from '../../lib/request';

/** The place of a project's tasks that are in no board. */
export const noBoard = 'none';
export type BoardPlaceId = number | typeof noBoard;

type TaskQuery = QueryOf<typeof taskRoutes.list>;

/** Query of a board's list; also its cache key. */
export interface BoardListQuery
  extends Required<Pick<TaskQuery, 'page' | 'pageSize'>>,
    Pick<TaskQuery, 'sort' | 'state' | 'priority' | 'q'> {
  readonly board: number;
}

/** Every key of the boards' cache. */
export const boardKeys = {
  all: ['boards'],
  lists: ['boards', 'list'],
  list: (projectId: number) => ['boards', 'list', projectId] as const,
  deleted: (projectId: number) => ['boards', 'deleted', projectId] as const,
  details: ['boards', 'detail'],
  detail: (id: number) => ['boards', 'detail', id] as const,
  taskLists: ['boards', 'tasks'],
  tasksOf: (projectId: number) => ['boards', 'tasks', projectId] as const,
  tasks: (projectId: number, board: BoardPlaceId) => ['boards', 'tasks', projectId, board] as const,
  // Among the lists of tasks, so that whatever renews those renews it.
  taskPage: (query: BoardListQuery) => ['tasks', 'list', { list: 'all', ...query }] as const,
  collapsed: (projectId: number) => preferenceKeys.of(`boards-${projectId}`),
} as const;

const pageSize = 100;

/** All of a collection: the first page says how many there are, the others come together; what moved between two is there once. */
async function everyPage<T extends { readonly id: number }>(
  fetchPage: (page: number) => Promise<Page<T>>,
): Promise<readonly T[]> {
  const first = await fetchPage(1);
  const more = Math.ceil(first.total / pageSize) - 1;
  const others = await Promise.all(Array.from({ length: Math.max(0, more) }, (_, index) => fetchPage(index + 2)));
  const found = new Map<number, T>();
  for (const { items } of [first, ...others]) for (const item of items) found.set(item.id, item);
  return [...found.values()];
}

/** The boards of a project, by section, then in their order. */
export const boardsQuery = (projectId: number) =>
  queryOptions({
    queryKey: boardKeys.list(projectId),
    queryFn: ({ signal }) =>
      everyPage((page) => request(boardRoutes.list, { id: projectId, query: { page, pageSize }, signal })),
    placeholderData: undefined,
  });

/** The deleted boards that the reader may read. */
export const deletedBoardsQuery = (projectId: number) =>
  queryOptions({
    queryKey: boardKeys.deleted(projectId),
    queryFn: async ({ signal }) => {
      const boards = await everyPage((page) =>
        request(boardRoutes.list, { id: projectId, query: { deleted: true, page, pageSize }, signal }),
      );
      return boards.filter(({ deleted }) => deleted === true);
    },
    placeholderData: undefined,
  });

export const boardQuery = (id: number) =>
  queryOptions({
    queryKey: boardKeys.detail(id),
    queryFn: ({ signal }) => request(boardRoutes.detail, { id, signal }),
    // Another board is no placeholder for this one.
    placeholderData: undefined,
  });

/** Every task of a board in its order, or of a project those that are in none. */
export const boardTasksQuery = (projectId: number, board: BoardPlaceId) =>
  queryOptions({
    queryKey: boardKeys.tasks(projectId, board),
    queryFn: ({ signal }) =>
      everyPage((page) =>
        request(taskRoutes.list, {
          query: {
            list: 'all',
            ...(board === noBoard ? { project: projectId, board, sort: 'id' } : { board, sort: 'order' }),
            page,
            pageSize,
          },
          signal,
        }),
      ),
    placeholderData: undefined,
  });

/** One page of a board's tasks, filtered and sorted as any list. */
export const boardPageQuery = (query: BoardListQuery) =>
  queryOptions({
    queryKey: boardKeys.taskPage(query),
    queryFn: ({ signal }) => request(taskRoutes.list, { query: { list: 'all', ...query }, signal }),
    placeholderData: keepPreviousData,
  });

const numbersOf = (value: unknown): readonly number[] =>
  Array.isArray(value) ? value.filter((one): one is number => Number.isSafeInteger(one)) : [];

/** The boards that a person has collapsed. */
export const collapsedQuery = (projectId: number) =>
  queryOptions({
    queryKey: boardKeys.collapsed(projectId),
    queryFn: ({ signal }) =>
      preferenceOrNone(
        `boards-${projectId}`,
        (value) => numbersOf((value as { readonly collapsed?: unknown } | null)?.collapsed),
        signal,
      ),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: undefined,
  });

export function rememberCollapsed(client: QueryClient, projectId: number, collapsed: readonly number[]): void {
  client.setQueryData(boardKeys.collapsed(projectId), collapsed);
  savePreference(`boards-${projectId}`, { collapsed });
}

type Options = Pick<ChangeOptions, 'idempotencyKey' | 'ifMatch'>;

export const createBoard = (projectId: number, body: BodyOf<typeof boardRoutes.create>, options: Options) =>
  request(boardRoutes.create, { id: projectId, body, ...options });

export const editBoard = (id: number, body: BodyOf<typeof boardRoutes.edit>, options: Options) =>
  request(boardRoutes.edit, { id, body, ...options });

export const deleteBoard = (id: number, options?: Options) => request(boardRoutes.delete, { id, ...options });

export const undeleteBoard = (id: number, options?: Options) => request(boardRoutes.undelete, { id, ...options });

export const acceptBoard = (id: number, options?: Options) => request(boardRoutes.accept, { id, ...options });

/** Ahead of that board, or at the end of the section. */
export const moveBoard = (id: number, body: BodyOf<typeof boardRoutes.move>, options?: Options) =>
  request(boardRoutes.move, { id, body, ...options });

/** Ahead of that task of the board, or at its end; in no board there is no order. */
export const moveTask = (id: number, body: BodyOf<typeof taskRoutes.move>, options?: Options) =>
  request(taskRoutes.move, { id, body, ...options });

export const createBoardTask = (body: BodyOf<typeof taskRoutes.create>, idempotencyKey: string) =>
  request(taskRoutes.create, { body, idempotencyKey });

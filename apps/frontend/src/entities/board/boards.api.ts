import type { BoardAcceptAnswer, BoardAnswer, CommandAnswer, Page, TaskRowAnswer } from '@gos/contract';
import type { BoardFields, BoardSection, Instant } from '@gos/domain';
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { api, type ChangeOptions } from '../../lib/api';
import { keepPreference, preferenceOrNone } from '../../lib/preferences';

/** The place of a project's tasks that are in no board. */
export const noBoard = 'none';
export type BoardPlaceId = number | typeof noBoard;

/** What the list of a board asks the server for; also its key. */
export interface BoardListQuery {
  readonly board: number;
  readonly page: number;
  readonly pageSize: number;
  readonly sort?: string;
  readonly state?: readonly string[];
  readonly priority?: readonly number[];
  readonly q?: string;
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
  tasks: (projectId: number, board: BoardPlaceId) => ['boards', 'tasks', projectId, board] as const,
  // Among the lists of tasks, so that whatever renews those renews it.
  taskPage: (query: BoardListQuery) => ['tasks', 'list', { list: 'all', ...query }] as const,
  collapsed: (projectId: number) => ['me', 'preferences', `boards-${projectId}`] as const,
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
      everyPage((page) =>
        api.get<Page<BoardAnswer>>(`/projects/${projectId}/boards`, { params: { page, pageSize }, signal }),
      ),
    placeholderData: undefined,
  });

/** The deleted boards that the reader may bring back. */
export const deletedBoardsQuery = (projectId: number) =>
  queryOptions({
    queryKey: boardKeys.deleted(projectId),
    queryFn: async ({ signal }) => {
      const boards = await everyPage((page) =>
        api.get<Page<BoardAnswer>>(`/projects/${projectId}/boards`, {
          params: { deleted: true, page, pageSize },
          signal,
        }),
      );
      return boards.filter(({ deleted }) => deleted === true);
    },
    placeholderData: undefined,
  });

export const boardQuery = (id: number) =>
  queryOptions({
    queryKey: boardKeys.detail(id),
    queryFn: ({ signal }) => api.get<BoardAnswer>(`/boards/${id}`, { signal }),
    // Another board is no placeholder for this one.
    placeholderData: undefined,
  });

/** Every task of a board in its order, or of a project those that are in none. */
export const boardTasksQuery = (projectId: number, board: BoardPlaceId) =>
  queryOptions({
    queryKey: boardKeys.tasks(projectId, board),
    queryFn: ({ signal }) =>
      everyPage((page) =>
        api.get<Page<TaskRowAnswer>>('/tasks', {
          params: {
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
    queryFn: ({ signal }) => api.get<Page<TaskRowAnswer>>('/tasks', { params: { list: 'all', ...query }, signal }),
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
  keepPreference(`boards-${projectId}`, { collapsed });
}

export interface NewBoardBody {
  readonly name: string;
  readonly section: BoardSection;
  readonly description?: string;
  readonly deadline?: Instant | null;
  readonly assignedUserId?: number | null;
}

type Options = Pick<ChangeOptions, 'idempotencyKey' | 'ifMatch'>;

export const createBoard = (projectId: number, body: NewBoardBody, options: Options) =>
  api.post<CommandAnswer>(`/projects/${projectId}/boards`, body, options);

export const editBoard = (id: number, fields: Partial<BoardFields>, options: Options) =>
  api.patch<CommandAnswer>(`/boards/${id}`, fields, options);

export const deleteBoard = (id: number, options?: Options) => api.delete<CommandAnswer>(`/boards/${id}`, options);

export const undeleteBoard = (id: number, options?: Options) =>
  api.post<CommandAnswer>(`/boards/${id}/undelete`, {}, options);

export const acceptBoard = (id: number, options?: Options) =>
  api.post<BoardAcceptAnswer>(`/boards/${id}/accept`, {}, options);

/** Ahead of that board, or at the end of the section. */
export const moveBoard = (
  id: number,
  to: { readonly section: BoardSection; readonly beforeId: number | null },
  options?: Options,
) => api.post<CommandAnswer>(`/boards/${id}/move`, to, options);

/** Ahead of that task of the board, or at its end; in no board there is no order. */
export const moveTask = (
  id: number,
  to: { readonly projectId: number; readonly boardId: number | null; readonly beforeId: number | null },
  options?: Options,
) => api.post<CommandAnswer>(`/tasks/${id}/move`, to, options);

export const createBoardTask = (
  body: {
    readonly name: string;
    readonly projectId: number;
    readonly boardId?: number;
  },
  idempotencyKey: string,
) => api.post<CommandAnswer>('/tasks', body, { idempotencyKey });

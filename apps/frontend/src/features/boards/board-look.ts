import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { preferenceOf, type TaskListPreference, validateTaskListSearch } from '../../entities/task/task-search';
import { preferenceKeys, preferenceOrNone, savePreference } from '../../lib/preferences';

export type BoardView = 'list' | 'columns';

/** How a person looks at boards: as which view, and what their list shows; without a sort it keeps the board's own order. */
export interface BoardLook {
  readonly view: BoardView;
  readonly list: TaskListPreference;
}

function lookOf(value: unknown): BoardLook {
  const { view, list } = (value ?? {}) as { readonly view?: unknown; readonly list?: Record<string, unknown> };
  return {
    view: view === 'columns' ? 'columns' : 'list',
    list: {
      ...preferenceOf('board', list),
      sort: validateTaskListSearch(list ?? {}).sort ?? null,
      byProject: false,
      project: null,
    },
  };
}

export const boardLookQuery = queryOptions({
  queryKey: preferenceKeys.of('board'),
  queryFn: ({ signal }) => preferenceOrNone('board', lookOf, signal),
  staleTime: Number.POSITIVE_INFINITY,
});

export function rememberBoardLook(client: QueryClient, look: BoardLook): void {
  client.setQueryData(boardLookQuery.queryKey, look);
  savePreference('board', look);
}

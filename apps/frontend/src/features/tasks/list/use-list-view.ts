import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { TaskListName } from '../../../entities/task/task-lists';
import {
  defaultPreference,
  filtersInAddress,
  preferenceOf,
  type TaskListPreference,
  type TaskListSearch,
  type TaskListView,
  validateTaskListSearch,
  viewOf,
} from '../../../entities/task/task-search';
import { listPreferenceQuery, rememberView } from '../../../entities/task/tasks.api';
import { useStructurallyEqual } from '../../../lib/use-derived-state';
import { useEventCallback } from '../../../lib/use-event-callback';

/** The view in the address, filled up with what is remembered; a change goes to both. */
export function useListView(list: TaskListName) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const search = useSearch({ strict: false, select: (all) => validateTaskListSearch(all as Record<string, unknown>) });
  const { data: preference } = useSuspenseQuery(listPreferenceQuery(list));
  const view = useStructurallyEqual(viewOf(preference, search));

  const setSearch = useCallback(
    (next: Partial<TaskListSearch>, replace: boolean) =>
      void navigate({ to: '.', search: (previous: object) => ({ ...previous, ...next }), replace }),
    [navigate],
  );

  /** Sorting, filters and layout: remembered, and begun again at the first page. */
  const change = useEventCallback((part: Partial<TaskListPreference>) => {
    const { page: _, q: __, ...shown } = view;
    const next = preferenceOf(list, { ...shown, ...part });
    rememberView(client, list, part);
    setSearch(
      {
        sort: next.sort === defaultPreference(list).sort ? undefined : (next.sort ?? undefined),
        ...filtersInAddress(next),
        pageSize: next.pageSize === 25 ? undefined : next.pageSize,
        byProject: next.byProject || undefined,
        page: undefined,
      },
      true,
    );
  });

  const setPage = useCallback(
    (page: number, replace = false) => setSearch({ page: page > 1 ? page : undefined }, replace),
    [setSearch],
  );
  const setText = useCallback(
    (q: string) => setSearch({ q: q.trim() === '' ? undefined : q.trim(), page: undefined }, true),
    [setSearch],
  );

  return { view, change, setPage, setText } satisfies { view: TaskListView } & Record<string, unknown>;
}

export type ListView = ReturnType<typeof useListView>;

import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { type BoardListQuery } from '../../entities/board/boards.api';
import {
  type TaskListPreference,
  type TaskListSearch,
  validateTaskListSearch,
  viewOf,
} from '../../entities/task/task-search';
import { type BoardView, boardLookQuery, rememberBoardLook } from './board-look';

/** Returns the view of a board's list from the address, completed by the stored preference. */
export function useBoardList(boardId: number, solved: boolean) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { data: look } = useSuspenseQuery(boardLookQuery);
  const search = useSearch({ strict: false, select: (all) => validateTaskListSearch(all as Record<string, unknown>) });
  const view = { ...viewOf(look.list, search), byProject: false, project: null, columns: look.list.columns };

  const setSearch = useCallback(
    (next: Partial<TaskListSearch>, replace: boolean) =>
      void navigate({ to: '.', search: (previous: object) => ({ ...previous, ...next }), replace }),
    [navigate],
  );
  const { page, q, ...shown } = view;

  const query: BoardListQuery = {
    board: boardId,
    page,
    pageSize: view.pageSize,
    sort: view.sort ?? 'order',
    ...(solved ? { state: ['solved'] } : view.state.length > 0 && { state: view.state }),
    ...(view.priority.length > 0 && { priority: view.priority }),
    ...(q !== '' && { q }),
  };

  return {
    look,
    view,
    query,
    change(part: Partial<TaskListPreference>): void {
      const list = { ...shown, ...part };
      rememberBoardLook(client, { ...look, list });
      setSearch(
        {
          sort: list.sort ?? undefined,
          state: list.state.length > 0 ? list.state : undefined,
          priority: list.priority.length > 0 ? list.priority : undefined,
          pageSize: list.pageSize === 25 ? undefined : list.pageSize,
          page: undefined,
        },
        true,
      );
    },
    show: (next: BoardView) => rememberBoardLook(client, { ...look, view: next }),
    setPage: (next: number, replace = false) => setSearch({ page: next > 1 ? next : undefined }, replace),
    setText: (text: string) => setSearch({ q: text.trim() === '' ? undefined : text.trim(), page: undefined }, true),
  };
}

export type BoardList = ReturnType<typeof useBoardList>;

import type { TaskRowAnswer } from '@gos/contract';
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState, useSyncExternalStore } from 'react';
import {
  type BoardPlaceId,
  boardsQuery,
  boardTasksQuery,
  collapsedQuery,
  noBoard,
  rememberCollapsed,
} from '../../entities/board/boards.api';
import { type Dashboard, dashboardOf, type Tasks } from './model/board-model';
import { Moves } from './model/moves';

const nobody: readonly number[] = [];
const nothing: Dashboard = { sections: { backlog: [], todo: [], done: [] }, tasks: new Map() };

/** The boards of a project with their tasks, as they are now and with what this person is moving. */
export function useDashboard(projectId: number) {
  const client = useQueryClient();
  const boards = useQuery(boardsQuery(projectId));
  const { data: collapsedIds = nobody, isPending: remembering } = useQuery(collapsedQuery(projectId));
  const collapsed = useMemo(() => new Set(collapsedIds), [collapsedIds]);
  const [near, setNear] = useState<ReadonlySet<number>>(new Set());
  const moves = useMemo(() => new Moves(client, projectId), [client, projectId]);
  const pending = useSyncExternalStore(moves.subscribe, moves.present);

  const places = useMemo(
    () => [
      noBoard as BoardPlaceId,
      ...(boards.data ?? []).map(({ id }) => id).filter((id) => near.has(id) && !collapsed.has(id)),
    ],
    [boards.data, near, collapsed],
  );
  const answers = useQueries({
    queries: places.map((place) => boardTasksQuery(projectId, place)),
    combine: (results) => results.map(({ data, isError }) => ({ data, isError })),
  });
  const tasks = useMemo<Tasks>(
    () =>
      new Map(
        places.flatMap((place, index) => {
          const rows = answers[index]?.data;
          return rows === undefined ? [] : [[place, rows] as readonly [BoardPlaceId, readonly TaskRowAnswer[]]];
        }),
      ),
    [places, answers],
  );
  const dashboard = useMemo(
    () => (boards.data === undefined ? nothing : dashboardOf(boards.data, tasks, pending)),
    [boards.data, tasks, pending],
  );

  return {
    dashboard,
    /** undefined until they are known */
    boards: remembering ? undefined : boards.data,
    failed: boards.isError && boards.data === undefined,
    tasksFailed: answers.some(({ data, isError }) => isError && data === undefined),
    retry: () => void client.invalidateQueries({ predicate: ({ state }) => state.status === 'error' }),
    moves,
    collapsed,
    toggle: useCallback(
      (id: number) => {
        const next = collapsed.has(id) ? collapsedIds.filter((one) => one !== id) : [...collapsedIds, id];
        rememberCollapsed(client, projectId, next);
      },
      [client, projectId, collapsed, collapsedIds],
    ),
    comesNear: useCallback(
      (id: number) => setNear((present) => (present.has(id) ? present : new Set(present).add(id))),
      [],
    ),
  };
}

import type { QueryClient } from '@tanstack/react-query';
import { boardQuery, boardsQuery, boardTasksQuery, collapsedQuery, noBoard } from '../../entities/board/boards.api';
import { boardLookQuery } from './board-look';

/** Starts the requests of a dashboard before its screen has loaded. */
export function loadDashboard(client: QueryClient, projectId: number): void {
  void client.prefetchQuery(boardsQuery(projectId));
  void client.prefetchQuery(collapsedQuery(projectId));
  void client.prefetchQuery(boardTasksQuery(projectId, noBoard));
}

/** How the reader looks at boards has to be known before one is drawn. */
export async function loadBoard(client: QueryClient, boardId: number): Promise<void> {
  if (boardId > 0) void client.prefetchQuery(boardQuery(boardId));
  await client.ensureQueryData(boardLookQuery);
}

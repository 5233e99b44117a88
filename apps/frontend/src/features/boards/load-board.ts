import type { QueryClient } from '@tanstack/react-query';
import { boardLookQuery, boardQuery } from './boards.api';

/** The number of a board in an address; 0, which no board has, where it is none. */
export function boardIdOf(value: string): number {
  const id = /^[1-9]\d{0,15}$/.test(value) ? Number(value) : 0;
  return Number.isSafeInteger(id) ? id : 0;
}

export async function loadBoard(client: QueryClient, boardId: number): Promise<void> {
  if (boardId > 0) void client.prefetchQuery(boardQuery(boardId));
  await client.ensureQueryData(boardLookQuery);
}

import { replayLimit, replayRoutes } from '@gos/contract';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../../lib/request';
import type { ReplaySource } from './replay-player';

const replayKeys = { of: (projectId: number, boardId: number | null) => ['replay', projectId, boardId] as const };

/** The history of a project or of one of its boards as a whole: its beginning and the days with changes. */
export const replayQuery = (projectId: number, boardId: number | undefined) =>
  queryOptions({
    queryKey: replayKeys.of(projectId, boardId ?? null),
    queryFn: ({ signal }) => request(replayRoutes.start, { id: projectId, query: { boardId }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    // Later visits play what happened meanwhile.
    gcTime: 0,
  });

export const replaySource = (projectId: number, boardId: number | undefined): ReplaySource => ({
  cards: (from, after) => request(replayRoutes.cards, { id: projectId, query: { from, boardId, after } }),
  frames: (query) =>
    request(replayRoutes.frames, { id: projectId, query: { ...query, boardId, limit: replayLimit.max } }),
});

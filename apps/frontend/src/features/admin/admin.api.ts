import { adminRoutes } from '@gos/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { request } from '../../lib/request';

/** While the page is looked at. */
const lookAgainMs = 2_000;
export const deadPageSize = 25;

export const adminKeys = {
  all: ['admin'],
  overview: ['admin', 'overview'],
  dead: (queue: string, page: number) => ['admin', 'dead', queue, page] as const,
} as const;

export const overviewQuery = queryOptions({
  queryKey: adminKeys.overview,
  queryFn: ({ signal }) => request(adminRoutes.overview, { signal }),
  refetchInterval: lookAgainMs,
  refetchOnMount: 'always',
});

export const deadLettersQuery = (queue: string, page: number) =>
  queryOptions({
    queryKey: adminKeys.dead(queue, page),
    queryFn: ({ signal }) => request(adminRoutes.dead, { queue, query: { page, pageSize: deadPageSize }, signal }),
    refetchInterval: lookAgainMs,
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  });

/** @param model null is all of them */
export const rebuild = (model: string | null) => request(adminRoutes.rebuild, { body: { model } });

export interface DeadLetterAction {
  readonly action: 'retry' | 'remove';
  /** null is all of the queue */
  readonly ids: readonly string[] | null;
}

export const actOnDeadLetters = (queue: string, { action, ids }: DeadLetterAction) =>
  request(adminRoutes[action], { queue, body: { ids } });

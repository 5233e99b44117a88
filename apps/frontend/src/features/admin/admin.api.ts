import { adminRoutes } from '@gos/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { request } from '../../lib/request';

/** While the page is looked at. */
const lookAgainMs = 2_000;
export const deadPageSize = 25;

export const adminKeys = {
  all: ['admin'],
  overview: ['admin', 'overview'],
  setAsideEvents: (page: number) => ['admin', 'set-aside', page] as const,
  dead: (queue: string, page: number) => ['admin', 'dead', queue, page] as const,
} as const;

export const overviewQuery = queryOptions({
  queryKey: adminKeys.overview,
  queryFn: ({ signal }) => request(adminRoutes.overview, { signal }),
  refetchInterval: lookAgainMs,
  refetchOnMount: 'always',
});

async function deadLetters(queue: string, page: number, signal: AbortSignal) {
  const ask = (at: number) => request(adminRoutes.dead, { queue, query: { page: at, pageSize: deadPageSize }, signal });
  const answer = await ask(page);
  // What stood on a later page ran again or was removed meanwhile.
  return answer.items.length > 0 || page === 1 ? answer : ask(Math.max(1, Math.ceil(answer.total / deadPageSize)));
}

/** The answer says which page it is: the last one where there is no such page any more. */
export const deadLettersQuery = (queue: string, page: number) =>
  queryOptions({
    queryKey: adminKeys.dead(queue, page),
    queryFn: ({ signal }) => deadLetters(queue, page, signal),
    refetchInterval: lookAgainMs,
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  });

async function setAsideEvents(page: number, signal: AbortSignal) {
  const ask = (at: number) => request(adminRoutes.setAside, { query: { page: at, pageSize: deadPageSize }, signal });
  const answer = await ask(page);
  return answer.items.length > 0 || page === 1 ? answer : ask(Math.max(1, Math.ceil(answer.total / deadPageSize)));
}

/** Events that followers of the log went past. The answer says which page it is. */
export const setAsideEventsQuery = (page: number) =>
  queryOptions({
    queryKey: adminKeys.setAsideEvents(page),
    queryFn: ({ signal }) => setAsideEvents(page, signal),
    refetchInterval: lookAgainMs,
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  });

export interface SetAsideEventAction {
  readonly action: 'retrySetAside' | 'dismissSetAside';
  /** Null is all of them. */
  readonly ids: readonly string[] | null;
}

export const actOnSetAsideEvents = ({ action, ids }: SetAsideEventAction) =>
  request(adminRoutes[action], { body: { ids } });

/** @param model null is all of them */
export const rebuild = (model: string | null) => request(adminRoutes.rebuild, { body: { model } });

export interface DeadLetterAction {
  readonly action: 'retry' | 'remove';
  /** null is all of the queue */
  readonly ids: readonly string[] | null;
}

export const actOnDeadLetters = (queue: string, { action, ids }: DeadLetterAction) =>
  request(adminRoutes[action], { queue, body: { ids } });

import { adminRoutes, type JobState } from '@gos/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { request } from '../../lib/request';

/** While the page is looked at. */
const lookAgainMs = 2_000;
export const listPageSize = 25;

export const adminKeys = {
  all: ['admin'],
  overview: ['admin', 'overview'],
  setAsideEvents: (page: number) => ['admin', 'set-aside', page] as const,
  jobs: (queue: string, state: JobState, page: number) => ['admin', 'jobs', queue, state, page] as const,
  schedules: (queue: string) => ['admin', 'schedules', queue] as const,
} as const;

export const overviewQuery = queryOptions({
  queryKey: adminKeys.overview,
  queryFn: ({ signal }) => request(adminRoutes.overview, { signal }),
  refetchInterval: lookAgainMs,
  refetchOnMount: 'always',
});

async function jobsOn(queue: string, state: JobState, page: number, signal: AbortSignal) {
  const ask = (at: number) =>
    request(adminRoutes.jobs, { queue, query: { state, page: at, pageSize: listPageSize }, signal });
  const answer = await ask(page);
  // The jobs of a later page ran or were removed meanwhile.
  return answer.items.length > 0 || page === 1 ? answer : ask(Math.max(1, Math.ceil(answer.total / listPageSize)));
}

/** The answer says which page it is: the last one where there is no such page any more. */
export const jobsQuery = (queue: string, state: JobState, page: number) =>
  queryOptions({
    queryKey: adminKeys.jobs(queue, state, page),
    queryFn: ({ signal }) => jobsOn(queue, state, page, signal),
    refetchInterval: lookAgainMs,
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  });

export const schedulesQuery = (queue: string) =>
  queryOptions({
    queryKey: adminKeys.schedules(queue),
    queryFn: ({ signal }) => request(adminRoutes.schedules, { queue, signal }),
    refetchInterval: lookAgainMs,
    refetchOnMount: 'always',
  });

async function setAsideEvents(page: number, signal: AbortSignal) {
  const ask = (at: number) => request(adminRoutes.setAside, { query: { page: at, pageSize: listPageSize }, signal });
  const answer = await ask(page);
  return answer.items.length > 0 || page === 1 ? answer : ask(Math.max(1, Math.ceil(answer.total / listPageSize)));
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

export const checkModels = () => request(adminRoutes.selfCheck);

export interface FailedJobsAction {
  readonly action: 'retry' | 'remove';
  /** null is all of the queue */
  readonly ids: readonly string[] | null;
}

export const actOnFailedJobs = (queue: string, { action, ids }: FailedJobsAction) =>
  request(adminRoutes[action], { queue, body: { ids } });

export interface JobAction {
  readonly action: 'retryJob' | 'removeJob';
  readonly job: string;
}

export const actOnJob = (queue: string, { action, job }: JobAction) => request(adminRoutes[action], { queue, job });

export const pauseQueue = (queue: string, action: 'pause' | 'resume') => request(adminRoutes[action], { queue });

import { meRoutes, taskRoutes } from '@gos/contract';
import type { Instant } from '@gos/domain';
import { queryOptions } from '@tanstack/react-query';
import { taskKeys } from '../../entities/task/tasks.api';
import { userKeys } from '../../entities/user/users.api';
import { request } from '../../lib/request';
import { serverNow } from '../../lib/server-clock';

/** A return within this time belongs to the same visit. */
const visitMs = 30 * 60_000;

export interface Visit {
  /** When this screen was last looked at. */
  readonly at: Instant;
  /** The end of the visit before; null on the first one. */
  readonly since: Instant | null;
}

const instantOf = (value: unknown): Instant | null =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? new Date(value).toISOString() : null;

/** The visit of now, after what was remembered of the last one. */
export function nextVisit(remembered: unknown, now: number): Visit {
  const { at, since } = Object(remembered) as { readonly at?: unknown; readonly since?: unknown };
  const last = instantOf(at);
  const goesOn = last !== null && now - Date.parse(last) < visitMs;
  return { at: new Date(now).toISOString(), since: goesOn ? instantOf(since) : last };
}

export const visitQuery = queryOptions({
  queryKey: userKeys.visit,
  queryFn: async ({ signal }): Promise<Visit> => {
    const { value } = await request(meRoutes.preference, { key: 'home', signal });
    const visit = nextVisit(value, serverNow());
    request(meRoutes.setPreference, { key: 'home', body: { value: visit } }).catch(() => undefined);
    return visit;
  },
  staleTime: Number.POSITIVE_INFINITY,
});

/** Changes by others in the reader's tasks since the last visit; the latest changes when there was no visit before. */
export const changesQuery = (since: Instant | null) =>
  queryOptions({
    queryKey: taskKeys.changes(since),
    queryFn: ({ signal }) => request(meRoutes.changes, { query: since === null ? {} : { since }, signal }),
    placeholderData: undefined,
  });

const anyTask = { list: 'all', page: 1, pageSize: 1 } as const;

/** Whether the reader sees any task at all. */
export const anyTaskQuery = queryOptions({
  queryKey: taskKeys.list(anyTask),
  queryFn: ({ signal }) => request(taskRoutes.list, { query: anyTask, signal }),
});

import { presenceRoutes } from '@gos/contract';
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { meQuery } from '../entities/user/users.api';
import { live } from '../lib/live';
import type { LiveTakers } from '../lib/live-cache';
import { request } from '../lib/request';

const presenceKeys = {
  all: ['presence'],
  matching: (q: string) => ['presence', q] as const,
} as const;

/** Who is connected, of the people that the reader sees; those whose names match when `q` is given. */
export const presenceQuery = (q = '') =>
  queryOptions({
    queryKey: presenceKeys.matching(q),
    queryFn: ({ signal }) => request(presenceRoutes.list, { query: { pageSize: 100, ...(q !== '' && { q }) }, signal }),
    placeholderData: keepPreviousData,
  });

/** A collaborator sees only those they share tasks with. Tasks come in bursts; whom they bring is asked once. */
export const presenceTakers: LiveTakers = {
  task: (_, client) =>
    client.getQueryData(meQuery.queryKey)?.role === 'collaborator'
      ? [{ queryKey: presenceKeys.all, everyMs: 1_000 }]
      : [],
};

/** Asks again whenever somebody comes or leaves. */
export function useLivePresence(): void {
  const client = useQueryClient();
  useEffect(() => live.hearPresence(() => void client.invalidateQueries({ queryKey: presenceKeys.all })), [client]);
}

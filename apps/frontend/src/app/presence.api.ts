import { presenceRoutes } from '@gos/contract';
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { live } from '../lib/live';
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

/** Tasks come in bursts; whom they bring is asked once. */
const burstMs = 1_000;

/** Asks again whenever somebody comes or leaves; who sees only those they share tasks with, also when tasks change. */
export function useLivePresence({ byTasks }: { readonly byTasks: boolean }): void {
  const client = useQueryClient();
  useEffect(() => {
    const ask = () => void client.invalidateQueries({ queryKey: presenceKeys.all });
    const stops = [live.hearPresence(ask)];
    let timer: ReturnType<typeof setTimeout> | undefined;
    if (byTasks) {
      const stop = live.hear((changes) => {
        if (timer !== undefined || !changes.some(({ model }) => model === 'task')) return;
        timer = setTimeout(() => {
          timer = undefined;
          ask();
        }, burstMs);
      });
      stops.push(stop, () => clearTimeout(timer));
    }
    return () => {
      for (const stop of stops) stop();
    };
  }, [client, byTasks]);
}

import { meRoutes } from '@gos/contract';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { preferenceKeys } from '../../../lib/preferences';
import { request } from '../../../lib/request';
import { nothingSeen, type Seen, seenOf, seenValue, seenWith } from './seen';

const key = 'tasks.seen';

const read = async (signal?: AbortSignal) => seenOf((await request(meRoutes.preference, { key, signal })).value);

export const seenQuery = queryOptions({
  queryKey: preferenceKeys.of(key),
  queryFn: async ({ signal }): Promise<Seen> => {
    try {
      return await read(signal);
    } catch {
      // Without a record nothing is marked as new.
      return nothingSeen;
    }
  },
  staleTime: Number.POSITIVE_INFINITY,
});

function isKnown(seen: Seen, more: Seen): boolean {
  const rows = [...more.rows].every(([id, revision]) => (seen.rows.get(id) ?? 0) >= revision);
  return rows && Object.entries(more.lists).every(([list, { whole }]) => seen.lists[list]?.whole === whole);
}

/** Adds to the stored record and keeps additions of other tabs; sends a request only if there is something to add. */
export async function rememberSeen(client: QueryClient, more: Seen): Promise<void> {
  if (isKnown(client.getQueryData(seenQuery.queryKey) ?? nothingSeen, more)) return;
  try {
    const next = seenWith(await read(), more);
    client.setQueryData(seenQuery.queryKey, next);
    await request(meRoutes.setPreference, { key, body: { value: seenValue(next) } });
  } catch {
    // It is only news for a little longer.
  }
}

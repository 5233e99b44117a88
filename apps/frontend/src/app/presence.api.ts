import type { Page, PresenceItem } from '@gos/contract';
import { czechSortKey } from '@gos/domain';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { presenceKeys, presenceQuery } from '../entities/user/presence.api';
import { meQuery } from '../entities/user/users.api';
import { watchIdle } from '../lib/idle';
import { live } from '../lib/live';
import type { LiveTakers } from '../lib/live-cache';

/** A collaborator sees only those they share tasks with. Tasks come in bursts; whom they bring is asked once. */
export const presenceTakers: LiveTakers = {
  task: (_, client) =>
    client.getQueryData(meQuery.queryKey)?.role === 'collaborator'
      ? [{ queryKey: presenceKeys.all, everyMs: 1_000 }]
      : [],
};

/** The list after people came, left, worked or idled; null where it does not hold everybody. */
function withPresence(list: Page<PresenceItem>, news: readonly PresenceItem[]): Page<PresenceItem> | null {
  if (list.total > list.items.length) return null;
  const told = new Set(news.map(({ user }) => user.id));
  const key = ({ user }: PresenceItem) => czechSortKey(user.name);
  const items = [
    ...list.items.filter(({ user }) => !told.has(user.id)),
    ...news.filter(({ state }) => state !== 'away'),
  ];
  items.sort((a, b) => (key(a) < key(b) ? -1 : 1));
  return { ...list, items, total: items.length };
}

/** Keeps the list as it is told, and tells when nobody moves here. */
export function useLivePresence(): void {
  const client = useQueryClient();
  useEffect(() => {
    const stopHearing = live.hearPresence((news) => {
      const { queryKey } = presenceQuery();
      const known = client.getQueryData(queryKey);
      const next = known && withPresence(known, news);
      if (next) client.setQueryData(queryKey, next);
      void client.invalidateQueries({
        queryKey: presenceKeys.all,
        predicate: ({ queryKey: [, q] }) => !next || q !== '',
      });
    });
    const stopWatching = watchIdle((idle) => live.tellIdle(idle));
    return () => {
      stopHearing();
      stopWatching();
    };
  }, [client]);
}

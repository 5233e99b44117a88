import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { holdsAll, presenceKeys, presenceQuery, withPresence } from '../entities/user/presence.api';
import { meQuery } from '../entities/user/users.api';
import { watchIdle } from '../lib/idle';
import { live } from '../lib/live';
import type { LiveHandlers } from '../lib/live-cache';

/** A collaborator sees only people with whom they share tasks. Task changes come in bursts; one refetch covers a burst. */
export const presenceHandlers: LiveHandlers = {
  task: (_, client) =>
    client.getQueryData(meQuery.queryKey)?.role === 'collaborator'
      ? [{ queryKey: presenceKeys.all, everyMs: 1_000 }]
      : [],
};

/** A list that does not hold everybody is read again at most so often. */
const readAgainMs = 60_000;

/** Keeps the presence list current and reports when the person at this screen is idle. */
export function useLivePresence(): void {
  const client = useQueryClient();
  useEffect(() => {
    const { queryKey } = presenceQuery();
    let timer: ReturnType<typeof setTimeout> | null = null;
    const readAgain = () => {
      timer = null;
      void client.invalidateQueries({ queryKey, exact: true });
    };
    const stopHearing = live.hearPresence((news) => {
      const known = client.getQueryData(queryKey);
      if (known) client.setQueryData(queryKey, withPresence(known, news));
      if (known && !holdsAll(known)) timer ??= setTimeout(readAgain, readAgainMs);
      void client.invalidateQueries({
        queryKey: presenceKeys.all,
        predicate: ({ queryKey: [, q] }) => !known || q !== '',
      });
    });
    const stopWatching = watchIdle((idle) => live.tellIdle(idle));
    return () => {
      if (timer !== null) clearTimeout(timer);
      stopHearing();
      stopWatching();
    };
  }, [client]);
}

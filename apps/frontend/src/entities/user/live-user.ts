import type { LiveHandlers } from '../../lib/live-cache';
import { positionKeys } from './positions.api';
import { meQuery, userKeys } from './users.api';

export const userHandlers: LiveHandlers = {
  // The addresses of the company's other systems are part of `me`.
  installation: () => [{ queryKey: meQuery.queryKey, exact: true }],
  user: ({ id }, client) => [
    { queryKey: userKeys.all },
    { queryKey: positionKeys.all },
    ...(client.getQueryData(meQuery.queryKey)?.id === id ? [{ queryKey: meQuery.queryKey, exact: true }] : []),
  ],
  // Lists show positions next to the people who hold them.
  position: () => [
    { queryKey: positionKeys.all },
    { queryKey: userKeys.all },
    { queryKey: meQuery.queryKey, exact: true },
  ],
  // A collaborator sees only those they share tasks with.
  task: (_, client) =>
    client.getQueryData(meQuery.queryKey)?.role === 'collaborator'
      ? [
          { queryKey: userKeys.avatars, everyMs: 10_000 },
          { queryKey: userKeys.alike, everyMs: 10_000 },
        ]
      : [],
};

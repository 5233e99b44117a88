import type { LiveTakers } from '../../lib/live-cache';
import { meQuery, userKeys } from './users.api';

export const userTakers: LiveTakers = {
  user: ({ id }, client) => [
    { queryKey: userKeys.all },
    ...(client.getQueryData(meQuery.queryKey)?.id === id ? [{ queryKey: meQuery.queryKey, exact: true }] : []),
  ],
};

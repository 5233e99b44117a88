import type { Page, PresenceItem } from '@gos/projections';
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../lib/api';
import { live } from '../../lib/live';

const key = ['presence'];

/** Who is connected, of the people that the reader sees; those whose names match when `q` is given. */
export const presenceQuery = (q = '') =>
  queryOptions({
    queryKey: [...key, q],
    queryFn: ({ signal }) =>
      api.get<Page<PresenceItem>>('/presence', { params: { pageSize: 100, ...(q !== '' && { q }) }, signal }),
    placeholderData: keepPreviousData,
  });

/** Asks again whenever somebody comes or leaves. */
export function useLivePresence(): void {
  const client = useQueryClient();
  useEffect(() => live.hearPresence(() => void client.invalidateQueries({ queryKey: key })), [client]);
}

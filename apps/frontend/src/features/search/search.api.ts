import { searchRoutes } from '@gos/contract';
import { codePoints, foldText } from '@gos/domain';
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { taskKeys } from '../../entities/task/tasks.api';
import { fetchPreference, preferenceKeys, savePreference } from '../../lib/preferences';
import { request } from '../../lib/request';
import type { SearchAddress } from './search-address';

export const searchPageSize = 25;

/** A single letter begins nearly everything; a digit may be a task's number. */
export const isSearchable = (q: string): boolean => codePoints(q) > 1 || /^\d$/.test(q);

/** Search by the address, enabled once there is a text. */
export const searchQuery = ({ q = '', kind, state, project, person, page = 1 }: SearchAddress) => {
  const asked = { q, kind, state, project, person, page };
  return queryOptions({
    queryKey: taskKeys.search(asked),
    queryFn: ({ signal }) =>
      request(searchRoutes.find, {
        query: { q, model: kind, state, project, person, page, pageSize: searchPageSize },
        signal,
      }),
    enabled: isSearchable(q),
    placeholderData: keepPreviousData,
  });
};

/** Search by the palette during typing. */
export const quickSearchQuery = (q: string) =>
  queryOptions({
    queryKey: taskKeys.search(q),
    queryFn: ({ signal }) => request(searchRoutes.find, { query: { q, pageSize: 12 }, signal }),
    enabled: q.trim() !== '',
    placeholderData: keepPreviousData,
  });

const maxRecent = 8;
const recentKey = preferenceKeys.of('search');

function recentOf(value: unknown): readonly string[] {
  const recent = typeof value === 'object' && value !== null ? (value as { readonly recent?: unknown }).recent : null;
  return Array.isArray(recent)
    ? recent.filter((one): one is string => typeof one === 'string' && one.trim() !== '').slice(0, maxRecent)
    : [];
}

/** The person's recent searches, the latest first. */
export const recentSearchesQuery = queryOptions({
  queryKey: recentKey,
  queryFn: async ({ signal }) => recentOf(await fetchPreference('search', signal)),
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
});

function keepRecent(client: QueryClient, recent: readonly string[]): void {
  client.setQueryData(recentKey, recent);
  savePreference('search', { recent });
}

/** Kept once a search has led to something. */
export function rememberSearch(client: QueryClient, q: string): void {
  const text = q.trim();
  const before = client.getQueryData<readonly string[]>(recentKey);
  if (text === '' || before === undefined || before[0] === text) return;
  const others = before.filter((one) => foldText(one) !== foldText(text));
  keepRecent(client, [text, ...others].slice(0, maxRecent));
}

export const forgetSearches = (client: QueryClient): void => keepRecent(client, []);

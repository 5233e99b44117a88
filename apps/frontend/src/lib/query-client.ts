import { keepPreviousData, QueryClient } from '@tanstack/react-query';
import { ApiProblem } from './api';

/** Data is fresh for 60 seconds, not fetched again on mount, and the previous is kept while the next loads. */
const queryDefaults = {
  staleTime: 60_000,
  // A query that a change invalidated is refetched when it is next shown; one that is merely old is not.
  refetchOnMount: (query: { readonly state: { readonly isInvalidated: boolean } }) => query.state.isInvalidated,
  refetchOnWindowFocus: false,
  placeholderData: keepPreviousData,
  retry: (count: number, error: Error) =>
    !(error instanceof ApiProblem && error.status > 0 && error.status < 500) && count < 1,
} as const;

export function createQueryClient(): QueryClient {
  return new QueryClient({ defaultOptions: { queries: queryDefaults } });
}

/** Removes personal queries. Public queries stay, because a visible screen would not refetch them. */
export function forgetPerson(client: QueryClient): void {
  client.removeQueries({ predicate: ({ meta }) => meta?.ofEverybody !== true });
  client.getMutationCache().clear();
}

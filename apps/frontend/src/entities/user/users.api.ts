import { type MeAnswer, meRoutes, userRoutes } from '@gos/contract';
import { keepPreviousData, queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { type BodyOf, request } from '../../lib/request';

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => request(meRoutes.me, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Who is signed in; the application's routes have loaded it. */
export function useMe(): MeAnswer {
  return useSuspenseQuery(meQuery).data;
}

export const changeMe = (body: BodyOf<typeof meRoutes.change>) => request(meRoutes.change, { body });

/** People who may be named. */
export const peopleQuery = (q: string) =>
  queryOptions({
    queryKey: ['users', 'pick', q],
    queryFn: ({ signal }) =>
      request(userRoutes.list, { query: { active: true, pageSize: 50, ...(q && { q }) }, signal }),
    placeholderData: keepPreviousData,
  });

export const personQuery = (id: number) =>
  queryOptions({
    queryKey: ['users', 'detail', id],
    queryFn: ({ signal }) => request(userRoutes.detail, { id, signal }),
    // Somebody else is no placeholder for this one.
    placeholderData: undefined,
  });

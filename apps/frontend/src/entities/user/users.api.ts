import { avatarRoutes, type MeAnswer, meRoutes, type UserAnswer, userRoutes } from '@gos/contract';
import { keepPreviousData, queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import type { ChangeOptions } from '../../lib/api';
import { type BodyOf, request } from '../../lib/request';

/** Every key of the cache of people, and of the reader. */
export const userKeys = {
  me: ['me'],
  visit: ['me', 'visit'],
  all: ['users'],
  avatars: ['users', 'avatars'],
  alike: ['users', 'alike'],
  lists: ['users', 'list'],
  list: (query: object) => ['users', 'list', query] as const,
  changing: ['users', 'changing'],
  placed: ['users', 'placed'],
  placedIn: (positionIds: readonly number[]) => ['users', 'placed', positionIds] as const,
  pick: (q: string) => ['users', 'pick', q] as const,
  detail: (id: number) => ['users', 'detail', id] as const,
  names: (id: number, page: number) => ['users', 'names', id, page] as const,
  holdings: (id: number) => ['users', 'holdings', id] as const,
} as const;

export const meQuery = queryOptions({
  queryKey: userKeys.me,
  queryFn: ({ signal }) => request(meRoutes.me, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Returns the signed-in person, loaded by the application's routes. */
export function useMe(): MeAnswer {
  return useSuspenseQuery(meQuery).data;
}

export const changeMe = (body: BodyOf<typeof meRoutes.change>) => request(meRoutes.change, { body });

/** Pictures of all people visible to the reader; changes arrive live. */
export const avatarsQuery = queryOptions({
  queryKey: userKeys.avatars,
  queryFn: ({ signal }) => request(avatarRoutes.list, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** People visible to the reader who have similar names; changes arrive live. */
export const alikeQuery = queryOptions({
  queryKey: userKeys.alike,
  queryFn: ({ signal }) => request(userRoutes.alike, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

export const putAvatar = (file: File) => request(avatarRoutes.put, { file });
export const removeAvatar = () => request(avatarRoutes.remove);

/** People who may be named. */
export const peopleQuery = (q: string) =>
  queryOptions({
    queryKey: userKeys.pick(q),
    queryFn: ({ signal }) =>
      request(userRoutes.list, { query: { active: true, pageSize: 50, ...(q && { q }) }, signal }),
    placeholderData: keepPreviousData,
  });

export const personQuery = (id: number) =>
  queryOptions({
    queryKey: userKeys.detail(id),
    queryFn: ({ signal }) => request(userRoutes.detail, { id, signal }),
    // Somebody else is no placeholder for this one.
    placeholderData: undefined,
  });

const placedPageSize = 100;

async function everybodyIn(positionIds: readonly number[], signal: AbortSignal): Promise<readonly UserAnswer[]> {
  const all: UserAnswer[] = [];
  for (let page = 1; positionIds.length > 0; page += 1) {
    const query = { position: positionIds, page, pageSize: placedPageSize };
    const { items, total } = await request(userRoutes.list, { query, signal });
    all.push(...items);
    if (items.length === 0 || all.length >= total) break;
  }
  return all;
}

/** Everybody who holds one of the positions, by name. */
export const placedPeopleQuery = (positionIds: readonly number[]) =>
  queryOptions({
    queryKey: userKeys.placedIn(positionIds),
    queryFn: ({ signal }) => everybodyIn(positionIds, signal),
    placeholderData: keepPreviousData,
  });

export type UserChange = BodyOf<typeof userRoutes.change>;

export const changeUser = (id: number, body: UserChange, options?: ChangeOptions) =>
  request(userRoutes.change, { id, body, ...options });

import { logRoutes } from '@gos/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { request } from '../../lib/request';

export const checkpointPageSize = 10;
/** While a verification runs. */
const lookAgainMs = 1_000;

export const logKeys = {
  checkpoints: (page: number) => ['log', 'checkpoints', page] as const,
  keys: ['log', 'keys'],
  verification: ['log', 'verification'],
  copies: ['log', 'copies'],
} as const;

export const checkpointsQuery = (page: number) =>
  queryOptions({
    queryKey: logKeys.checkpoints(page),
    queryFn: ({ signal }) => request(logRoutes.checkpoints, { query: { page, pageSize: checkpointPageSize }, signal }),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  });

export const publicKeysQuery = queryOptions({
  queryKey: logKeys.keys,
  queryFn: ({ signal }) => request(logRoutes.keys, { signal }),
  refetchOnMount: 'always',
});

export const verificationQuery = queryOptions({
  queryKey: logKeys.verification,
  queryFn: async ({ signal }) => (await request(logRoutes.verification, { signal })).last,
  refetchOnMount: 'always',
  refetchInterval: ({ state }) => (state.data && state.data.endedAt === null ? lookAgainMs : false),
});

export const startVerification = () => request(logRoutes.verify);

/** While one of them waits for its first or its next attempt. */
const copiesAgainMs = 3_000;

export const copiesQuery = queryOptions({
  queryKey: logKeys.copies,
  queryFn: async ({ signal }) => (await request(logRoutes.copies, { signal })).items,
  refetchOnMount: 'always',
  refetchInterval: ({ state }) => (state.data?.some((copy) => copy.state !== 'sent') ? copiesAgainMs : false),
});

export const changeCopies = (body: { readonly emails: readonly string[]; readonly webhookUrl: string | null }) =>
  request(logRoutes.changeCopies, { body });

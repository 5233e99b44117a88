import { accountRoutes, identityRoutes, meRoutes, ownEmailRoutes } from '@gos/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type BodyOf, request } from '../../lib/request';

/** Every key of the cache of one's own account. */
export const accountKeys = {
  sessions: ['me', 'sessions'],
  sessionsPage: (page: number) => ['me', 'sessions', page] as const,
  tokens: ['me', 'tokens'],
  identities: ['me', 'identities'],
  email: ['me', 'email'],
} as const;

export const sessionsPageSize = 10;

/** The person's sessions. No live changes exist for them, so each visit refetches them. */
export const sessionsQuery = (page: number) =>
  queryOptions({
    queryKey: accountKeys.sessionsPage(page),
    queryFn: ({ signal }) => request(meRoutes.sessions, { query: { page, pageSize: sessionsPageSize }, signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });

/** A person has fewer of them than a page. */
export const tokensQuery = queryOptions({
  queryKey: accountKeys.tokens,
  queryFn: async ({ signal }) => (await request(accountRoutes.tokens, { query: { pageSize: 100 }, signal })).items,
  refetchOnMount: 'always',
});

/** The providers, each with the account there by which one signs in. */
export const identitiesQuery = queryOptions({
  queryKey: accountKeys.identities,
  queryFn: async ({ signal }) => (await request(identityRoutes.identities, { signal })).items,
  refetchOnMount: 'always',
});

/** One's own address, and the one that waits for its confirmation. */
export const ownEmailQuery = queryOptions({
  queryKey: accountKeys.email,
  queryFn: ({ signal }) => request(ownEmailRoutes.email, { signal }),
  refetchOnMount: 'always',
});

/** @param password empty for people without one */
export const askForEmail = (email: string, password: string) =>
  request(ownEmailRoutes.ask, { body: { email, ...(password !== '' && { password }) } });

export const withdrawEmail = () => request(ownEmailRoutes.withdraw);

export const confirmEmail = (token: string) => request(ownEmailRoutes.confirm, { body: { token } });

/** @param password undefined for a person without a password */
export const connectIdentity = (provider: string, password: string | undefined) =>
  request(identityRoutes.connect, { provider, body: { password } });

export const disconnectIdentity = (provider: string) => request(identityRoutes.disconnect, { provider });

export const changePassword = (body: BodyOf<typeof accountRoutes.changePassword>) =>
  request(accountRoutes.changePassword, { body });

export const endSession = (id: string) => request(meRoutes.endSession, { id });

export const endOtherSessions = (renewCalendar: boolean) =>
  request(accountRoutes.endOtherSessions, { query: renewCalendar ? { renewCalendar } : {} });

export const createToken = (body: BodyOf<typeof accountRoutes.createToken>) =>
  request(accountRoutes.createToken, { body });

export const revokeToken = (id: string) => request(accountRoutes.revokeToken, { id });

import { type SsoAnswer, ssoBeginRoute, ssoRoutes } from '@gos/contract';
import { queryOptions } from '@tanstack/react-query';
import { apiUrl } from '../../../lib/api-url';
import { request } from '../../../lib/request';

const ssoKeys = { providers: ['sso', 'providers'] } as const;

/** They change with the start of the server only. */
export const providersQuery = queryOptions({
  queryKey: ssoKeys.providers,
  queryFn: async ({ signal }) => (await request(ssoRoutes.providers, { signal })).items,
  meta: { ofEverybody: true },
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
});

/** Where a browser begins to sign in at a provider. */
export function beginAddress(
  provider: string,
  { redirectTo, setup }: { readonly redirectTo?: string; readonly setup?: string },
): string {
  const address = apiUrl(ssoBeginRoute, { provider });
  const query = new URLSearchParams({ ...(redirectTo && { redirectTo }), ...(setup && { setup }) });
  return query.size === 0 ? address : `${address}?${query}`;
}

const taken = new Map<string, Promise<SsoAnswer>>();

/** Finishes the sign-in of that state; repeated calls share one request. @throws ApiProblem */
export function finishOnce(code: string, state: string, iss: string | undefined): Promise<SsoAnswer> {
  const asked = taken.get(state) ?? request(ssoRoutes.callback, { body: { code, state, ...(iss && { iss }) } });
  taken.set(state, asked);
  return asked;
}

/** Lets `finishOnce` send it again. */
export const letAgain = (state: string): boolean => taken.delete(state);

/** @throws ApiProblem */
export const link = (password: string) => request(ssoRoutes.link, { body: { password } });

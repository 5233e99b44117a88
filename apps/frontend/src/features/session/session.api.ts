import { authRoutes, type MeAnswer, meRoutes } from '@gos/contract';
import { queryOptions } from '@tanstack/react-query';
import { apiUrl } from '../../lib/api-url';
import { type BodyOf, request } from '../../lib/request';

/** Returns the signed-in person, or null. It bypasses the data layer, which would open the sign-in. */
export async function whoIsSignedIn(): Promise<Pick<MeAnswer, 'id'> | null> {
  try {
    const answer = await fetch(apiUrl(meRoutes.me));
    return answer.ok ? ((await answer.json()) as MeAnswer) : null;
  } catch {
    return null;
  }
}

export type Registration = BodyOf<typeof authRoutes.register>;

export const login = (email: string, password: string) => request(authRoutes.login, { body: { email, password } });

/** Answered alike whether somebody has the e-mail or not. */
export const askForLink = (email: string) => request(authRoutes.forgotten, { body: { email } });

export const recover = (body: BodyOf<typeof authRoutes.recover>) => request(authRoutes.recover, { body });

const invitationKeys = { of: (token: string) => ['invitation', token] } as const;

/** Whom an invitation is for. */
export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: invitationKeys.of(token),
    queryFn: () => request(authRoutes.invitation, { body: { token } }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });

export const register = (body: Registration) => request(authRoutes.register, { body });

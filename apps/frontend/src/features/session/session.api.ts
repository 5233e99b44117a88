import { authRoutes, type MeAnswer, meRoutes } from '@gos/contract';
import { apiUrl } from '../../lib/api-url';
import { type BodyOf, request } from '../../lib/request';

/** Null when nobody is; asked beside the data layer, which would ask to sign in. */
export async function whoIsSignedIn(): Promise<Pick<MeAnswer, 'id'> | null> {
  try {
    const answer = await fetch(apiUrl(meRoutes.me));
    return answer.ok ? ((await answer.json()) as MeAnswer) : null;
  } catch {
    return null;
  }
}

export type Registration = Omit<BodyOf<typeof authRoutes.register>, 'invitation'>;

export const login = (email: string, password: string) => request(authRoutes.login, { body: { email, password } });

export const register = (body: Registration) => request(authRoutes.register, { body });

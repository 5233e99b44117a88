import type { MeAnswer } from '@gos/projections';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { api } from '../../lib/api';

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => api.get<MeAnswer>('/me', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Who is signed in; the application's routes have loaded it. */
export function useMe(): MeAnswer {
  return useSuspenseQuery(meQuery).data;
}

/** Null when nobody is; asked beside the data layer, which would ask to sign in. */
export async function whoIsSignedIn(): Promise<{ readonly id: number } | null> {
  try {
    const answer = await fetch('/api/me');
    return answer.ok ? ((await answer.json()) as { readonly id: number }) : null;
  } catch {
    return null;
  }
}

export interface Registration {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly passwordRepeat: string;
}

export const login = (email: string, password: string) =>
  api.post<{ readonly id: number; readonly name: string }>('/auth/login', { email, password });

export const register = (body: Registration) => api.post<{ readonly id: number }>('/auth/register', body);

export const changeMe = (body: Partial<Pick<MeAnswer, 'name' | 'phone' | 'language'>>) =>
  api.patch<MeAnswer>('/me', body);

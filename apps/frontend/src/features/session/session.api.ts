import { api } from '../../lib/api';

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

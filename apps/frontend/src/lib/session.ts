import { authRoutes } from '@gos/contract';
import { apiUrl } from './api-url';

/** The session rules of the specification (section 4), over the two readable cookies. */
export interface SessionCookies {
  /** Millisecond timestamps; null when there is no such token. */
  readonly accessExpiration: number | null;
  readonly refreshExpiration: number | null;
}

export type Verdict = 'stay' | 'clear-and-stay' | 'to-tasks' | 'refresh' | 'to-login' | 'clear-and-to-login';

const numberOf = (value: string | undefined): number | null =>
  value !== undefined && /^\d{1,16}$/.test(value) ? Number(value) : null;

export function sessionCookies(cookie: string = document.cookie): SessionCookies {
  const found = new Map(
    cookie.split('; ').map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  );
  return {
    accessExpiration: numberOf(found.get('accessExpiration')),
    refreshExpiration: numberOf(found.get('refreshExpiration')),
  };
}

/** The sign-in screens: who is signed in goes on to the tasks; what has expired is cleared. */
export function authGuard({ accessExpiration }: SessionCookies, now: number): Verdict {
  if (accessExpiration === null) return 'stay';
  return accessExpiration > now ? 'to-tasks' : 'clear-and-stay';
}

/** The application: an expired access is refreshed while the refresh token is valid; otherwise to the sign-in. */
export function appGuard({ accessExpiration, refreshExpiration }: SessionCookies, now: number): Verdict {
  const accessExpired = accessExpiration === null || accessExpiration <= now;
  const refreshValid = refreshExpiration !== null && refreshExpiration > now;
  if (!accessExpired) return 'stay';
  if (refreshValid) return 'refresh';
  if (accessExpiration === null && refreshExpiration === null) return 'to-login';
  return refreshExpiration !== null && accessExpiration !== null ? 'clear-and-to-login' : 'to-login';
}

/**
 * The `domain` values under which a cookie that this host sees may have been set: none, the host, each parent domain. Browsers
 * ignore those that are too wide.
 */
export const cookieDomains = (host: string): readonly (string | null)[] => [
  null,
  ...host.split('.').map((_, depth, labels) => labels.slice(depth).join('.')),
];

/** A logout, and the readable cookies deleted here in case the server could not be reached. */
export async function clearSession(): Promise<void> {
  await fetch(apiUrl(authRoutes.logout), { method: 'POST', headers: { 'X-Requested-With': 'gos' } }).catch(
    () => undefined,
  );
  for (const domain of cookieDomains(window.location.hostname)) {
    for (const name of ['accessExpiration', 'refreshExpiration']) {
      // The Cookie Store is missing in browsers that we support.
      // biome-ignore lint/suspicious/noDocumentCookie: see above
      document.cookie = `${name}=; path=/; max-age=0${domain === null ? '' : `; domain=${domain}`}`;
    }
  }
}

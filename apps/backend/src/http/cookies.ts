import type { Config } from '../kernel/config';

/** The tokens of a signed-in browser. Times are milliseconds since 1970. */
export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly accessExpiration: number;
  readonly refreshExpiration: number;
}

const names = ['accessToken', 'refreshToken', 'accessExpiration', 'refreshExpiration'] as const;
const secret: ReadonlySet<string> = new Set(['accessToken', 'refreshToken']);

export const isLocal = (host: string) => /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);

/** Cookies are Secure except over plain http and on localhost; without `publicUrl` the host of the request decides. */
export function isSecure({ publicUrl }: Pick<Config, 'publicUrl'>, requestHost: string): boolean {
  if (publicUrl === null) return !isLocal(requestHost.replace(/:\d*$/, ''));
  const { protocol, hostname } = new URL(publicUrl);
  return protocol === 'https:' && !isLocal(hostname);
}

type CookieConfig = Pick<Config, 'publicUrl' | 'cookieDomain'>;

/** Values are base64url and numbers, which need no encoding in a cookie. */
function headers(
  value: (name: keyof Tokens) => string | number,
  expires: Date,
  config: CookieConfig,
  requestHost: string,
): string[] {
  const domain = config.cookieDomain ? `; Domain=${config.cookieDomain}` : '';
  const secure = isSecure(config, requestHost) ? '; Secure' : '';
  return names.map((name) => {
    const hidden = secret.has(name) ? '; HttpOnly' : '';
    return `${name}=${value(name)}${domain}; Path=/; Expires=${expires.toUTCString()}${hidden}${secure}; SameSite=Lax`;
  });
}

/** The Set-Cookie values that sign a browser in. All four cookies expire with the refresh token. */
export function signInCookies(tokens: Tokens, config: CookieConfig, requestHost: string): string[] {
  return headers((name) => tokens[name], new Date(tokens.refreshExpiration), config, requestHost);
}

/** Takes away all cookies of a sign-in, finished or begun. `gosDevice` stays: it signs nobody in, and only spares delays. */
export function signOutCookies(config: CookieConfig, requestHost: string): string[] {
  return [
    ...headers(() => '', new Date(0), config, requestHost),
    secondStepCookie(null, 0, config, requestHost),
    ssoCookie(null, 0, config, requestHost),
  ];
}

/** The Set-Cookie value for a sign-in that waits for its second step; null takes it away. */
export function secondStepCookie(
  token: string | null,
  seconds: number,
  config: CookieConfig,
  requestHost: string,
): string {
  const domain = config.cookieDomain ? `; Domain=${config.cookieDomain}` : '';
  const secure = isSecure(config, requestHost) ? '; Secure' : '';
  return `secondStep=${token ?? ''}${domain}; Path=/api/auth; Max-Age=${seconds}; HttpOnly${secure}; SameSite=Strict`;
}

/** The Set-Cookie value for what a browser holds during single sign-on; null takes it away. */
export function ssoCookie(token: string | null, seconds: number, config: CookieConfig, requestHost: string): string {
  const domain = config.cookieDomain ? `; Domain=${config.cookieDomain}` : '';
  const secure = isSecure(config, requestHost) ? '; Secure' : '';
  const age = token === null ? 0 : seconds;
  // Lax: the browser comes back from another site.
  return `oidcTempToken=${token ?? ''}${domain}; Path=/api; Max-Age=${age}; HttpOnly${secure}; SameSite=Lax`;
}

/** The Set-Cookie value by which a browser is known to whom signed in there. */
export function deviceCookie(value: string, seconds: number, config: CookieConfig, requestHost: string): string {
  const domain = config.cookieDomain ? `; Domain=${config.cookieDomain}` : '';
  const secure = isSecure(config, requestHost) ? '; Secure' : '';
  return `gosDevice=${value}${domain}; Path=/api; Max-Age=${seconds}; HttpOnly${secure}; SameSite=Lax`;
}

export function cookieOf(
  header: string | undefined,
  name: keyof Tokens | 'secondStep' | 'oidcTempToken' | 'gosDevice',
): string | undefined {
  const pair = header?.split(';').find((one) => one.trimStart().startsWith(`${name}=`));
  return pair?.slice(pair.indexOf('=') + 1).trim();
}

import { isIP } from 'node:net';
import { isLocal } from '../../http/cookies';

type OpeningHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

const bare = (host: string) => host.replace(/:\d*$/, '').replace(/^\[|\]$/g, '');

/**
 * Whether it is a host name from inside the network, as a proxy uses it; it does not reveal the host that the browser
 * called.
 */
const isInner = (host: string) => isLocal(host) || !host.includes('.') || isIP(host) !== 0;
const ofProxies = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-proto', 'x-real-ip'];

/**
 * Whether a page of this installation opens the socket, judged by its Origin. Browsers apply no CORS to WebSockets and send
 * cookies from same-site pages too. Clients other than browsers send no Origin and are allowed.
 */
export function isAllowedOrigin(headers: OpeningHeaders, publicUrl: string | null): boolean {
  const { origin, host, 'x-forwarded-host': forwarded } = headers;
  if (origin === undefined) return true;
  if (!URL.canParse(String(origin))) return false;
  const page = new URL(String(origin));
  const called = [host, forwarded].flatMap((names) => String(names ?? '').split(','));
  if (called.some((name) => name.trim().toLowerCase() === page.host)) return true;
  const calledHere = bare(String(host ?? ''));
  if (isLocal(page.hostname) && isLocal(calledHere)) return true;
  if (publicUrl !== null) return page.host === new URL(publicUrl).host;
  return isInner(calledHere) && ofProxies.some((name) => headers[name] !== undefined);
}

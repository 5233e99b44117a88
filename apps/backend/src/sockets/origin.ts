import { isIP } from 'node:net';
import { isLocal } from '../auth/cookies';

export interface OpeningHeaders {
  readonly origin?: string;
  readonly host?: string;
  readonly 'x-forwarded-host'?: string | readonly string[];
}

const bare = (host: string) => host.replace(/:\d*$/, '').replace(/^\[|\]$/g, '');

/** A name by which only a proxy or this very machine calls: what the browser called is not known from it. */
const isInner = (host: string) => isLocal(bare(host)) || !bare(host).includes('.') || isIP(bare(host)) !== 0;

/**
 * Whether a page of this installation opens the socket. Cookies come along from pages of neighbouring names too, and a browser lets
 * those open sockets, unlike requests. Programs send no origin.
 */
export function isFromHere(headers: OpeningHeaders, publicUrl: string | null): boolean {
  const { origin, host = '', 'x-forwarded-host': forwarded } = headers;
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const page = new URL(origin);
  const called = [host, ...String(forwarded ?? '').split(',')].map((one) => one.trim().toLowerCase());
  if (called.includes(page.host)) return true;
  if (publicUrl !== null)
    return page.host === new URL(publicUrl).host || (isLocal(page.hostname) && isLocal(bare(host)));
  return isInner(host);
}

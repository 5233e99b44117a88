import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { isLoopback, isNearby } from '../kernel/trusted-proxies';
import { isLocal } from './cookies';

/** A request as the other end of the connection sent it, which may be a proxy. */
type Sent = Pick<FastifyRequest, 'headers' | 'socket'> & { readonly raw: { readonly httpVersion: string } };

/** Headers that proxies add to forwarded requests. */
const ofProxies = /^(forwarded|via|x-forwarded(-.*)?|x-real-ip|x-client-ip|true-client-ip|cf-connecting-ip)$/;

/**
 * Whether a proxy is in between: the request may then come from anywhere, even if the proxy is trusted. A proxy that
 * adds no header is recognised by HTTP/1.0, which neither browsers nor our own programs speak.
 */
const isForwarded = ({ headers, raw }: Sent) =>
  raw.httpVersion === '1.0' || Object.keys(headers).some((name) => ofProxies.test(name));

/** The host of `HOST`, `HOST:PORT`, `[ADDRESS]:PORT` or an origin; null for none. */
function hostOf(value: string | undefined): string | null {
  if (value === undefined || value === '') return null;
  const address = value.includes('://') ? value : `http://${value}`;
  return URL.canParse(address) ? new URL(address).hostname : '';
}

const isLocalOr = (value: string | undefined, otherwise: boolean) => {
  const host = hostOf(value);
  return host === null ? otherwise : isLocal(host);
};

/** Whether the name leads here only from the same machine or network: a name with a dot may belong to a proxy. */
function isInner(value: string | undefined): boolean {
  const host = hostOf(value);
  if (host === null) return false;
  const plain = host.replace(/^\[(.*)\]$/, '$1');
  return isIP(plain) === 0 ? isLocal(host) || !host.includes('.') : isNearby(plain);
}

/**
 * Whether the request comes from this machine: over loopback, to a loopback name, not from a page of another host, and
 * without a proxy. A proxy on the same machine passes on the public name, and browsers name the page.
 */
export const isOfThisMachine = (request: Sent): boolean =>
  isLoopback(request.socket.remoteAddress) &&
  !isForwarded(request) &&
  isLocalOr(request.headers.host, false) &&
  isLocalOr(request.headers.origin, true);

/**
 * The same, or from the address that the request was sent to: operations arrive like that when `HOST` is not loopback.
 */
export const isOfOperator = (request: Sent): boolean => {
  const { remoteAddress, localAddress } = request.socket;
  return isOfThisMachine(request) || (remoteAddress === localAddress && !isForwarded(request));
};

/** Whether the request comes from this machine or a private network, to an inner name, without a proxy. */
export const isDirect = (request: Sent): boolean =>
  isNearby(request.socket.remoteAddress) && !isForwarded(request) && isInner(request.headers.host);

import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { isLoopback, isNearby } from '../kernel/trusted-proxies';
import { isLocal } from './cookies';

/** A request as the one at the other end of the connection sent it; a proxy may be that. */
type Sent = Pick<FastifyRequest, 'headers' | 'socket'> & { readonly raw: { readonly httpVersion: string } };

/** Headers by which proxies tell that there is somebody behind them. */
const ofProxies = /^(forwarded|via|x-forwarded(-.*)?|x-real-ip|x-client-ip|true-client-ip|cf-connecting-ip)$/;

/**
 * Whether a proxy stands in between: then the request may come from anywhere, whoever is trusted. A proxy that adds no
 * header shows by HTTP/1.0, which neither browsers nor our own programs speak.
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

/** Names that lead here from the same machine or network only: a name with a dot may be that of a proxy. */
function isInner(value: string | undefined): boolean {
  const host = hostOf(value);
  if (host === null) return false;
  const plain = host.replace(/^\[(.*)\]$/, '$1');
  return isIP(plain) === 0 ? isLocal(host) || !host.includes('.') : isNearby(plain);
}

/**
 * Whether the request comes from this very machine: over loopback, to a name of loopback, from no page of another host,
 * without a proxy. A proxy on the same machine passes on the public name, and browsers name the page.
 */
export const isOfThisMachine = (request: Sent): boolean =>
  isLoopback(request.socket.remoteAddress) &&
  !isForwarded(request) &&
  isLocalOr(request.headers.host, false) &&
  isLocalOr(request.headers.origin, true);

/** The same, or from the very address that it was sent to: where `HOST` is not loopback, operations come so. */
export const isOfOperator = (request: Sent): boolean => {
  const { remoteAddress, localAddress } = request.socket;
  return isOfThisMachine(request) || (remoteAddress === localAddress && !isForwarded(request));
};

/** Whether the request comes from this machine or a private network, to an inner name, without a proxy. */
export const isDirect = (request: Sent): boolean =>
  isNearby(request.socket.remoteAddress) && !isForwarded(request) && isInner(request.headers.host);

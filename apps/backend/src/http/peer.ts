import type { FastifyRequest } from 'fastify';
import { isLoopback, isNearby } from '../kernel/trusted-proxies';

/** A request as the one at the other end of the connection sent it; a proxy may be that. */
type Sent = Pick<FastifyRequest, 'headers' | 'socket'>;

/** Headers by which proxies tell that there is somebody behind them. */
const ofProxies = /^(forwarded|via|x-forwarded(-.*)?|x-real-ip|x-client-ip|true-client-ip|cf-connecting-ip)$/;

/** Whether a proxy says that it stands in between: then the request may come from anywhere, whoever is trusted. */
const isForwarded = ({ headers }: Sent) => Object.keys(headers).some((name) => ofProxies.test(name));

/** Whether the request comes from this very machine: over loopback, without a proxy. */
export const isOfThisMachine = (request: Sent): boolean =>
  isLoopback(request.socket.remoteAddress) && !isForwarded(request);

/** The same, or from the very address that it was sent to: where `HOST` is not loopback, operations come so. */
export const isOfOperator = (request: Sent): boolean => {
  const { remoteAddress, localAddress } = request.socket;
  return isOfThisMachine(request) || (remoteAddress === localAddress && !isForwarded(request));
};

/** Whether the request comes from this machine or a private network, without a proxy. */
export const isDirect = (request: Sent): boolean => isNearby(request.socket.remoteAddress) && !isForwarded(request);

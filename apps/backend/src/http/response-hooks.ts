import { createHash, randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../kernel/config';
import type { GosRequest } from './request-context';

const securityHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
};

const originsOf = (addresses: readonly string[]) => [...new Set(addresses.map((address) => new URL(address).origin))];
const directive = (name: string, origins: readonly string[]) => [`${name} 'self'`, ...origins].join(' ');

/**
 * Content-Security-Policy of the pages: own scripts only; inline styles, which the component library sets; error reports as
 * configured.
 */
function pagePolicy({ errorReporting }: Config): string {
  const { endpoint, replaysSessionSampleRate, replaysOnErrorSampleRate } = errorReporting;
  const reports = endpoint === null ? [] : originsOf([endpoint]);
  const records = endpoint !== null && replaysSessionSampleRate + replaysOnErrorSampleRate > 0;
  return [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    directive('connect-src', reports),
    "frame-src 'self'",
    directive('worker-src', records ? ['blob:'] : []),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The id that a request's log lines and events carry; never the client's own, which could be another request's. */
export const newCorrelationId = (): string => randomUUID();

/** Weak comparison, as RFC 9110 requires for If-None-Match. */
function holdsTag(header: string | undefined, tag: string): boolean {
  const strong = (one: string) => one.trim().replace(/^W\//, '');
  return header?.split(',').some((one) => one.trim() === '*' || strong(one) === strong(tag)) ?? false;
}

/** Sets the ETag of a read. Returns the payload; an empty one with status 304 when the client has it already. */
export function tagged<P>(request: FastifyRequest, reply: FastifyReply, tag: string, payload: P): P | string {
  reply.header('cache-control', 'private, no-cache');
  reply.header('etag', tag);
  if (!holdsTag(request.headers['if-none-match'], tag)) return payload;
  reply.code(304).removeHeader('content-length');
  return '';
}

const addSecurityHeaders = (reply: FastifyReply) => {
  for (const [name, value] of Object.entries(securityHeaders)) reply.header(name, value);
};

/** Makes browsers use only https, if the public address is https. */
function askForHttps(reply: FastifyReply, { publicUrl }: Pick<Config, 'publicUrl'>): void {
  if (!publicUrl?.startsWith('https:')) return;
  reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains');
}

/** The same for answers that precede routes and hooks. */
export function secureBareAnswer(reply: FastifyReply, config: Pick<Config, 'publicUrl'>): void {
  addSecurityHeaders(reply);
  askForHttps(reply, config);
  reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
}

/** Adds security headers to every response, weak ETags to reads, and forbids caching of personal data. */
export function installResponseHooks(fastify: FastifyInstance, config: Config): void {
  const policy = pagePolicy(config);
  fastify.addHook('onRequest', async (request, reply) => {
    addSecurityHeaders(reply);
    askForHttps(reply, config);
    reply.header('x-correlation-id', String(request.id));
  });
  fastify.addHook('onSend', async (request, reply, payload) => {
    if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', policy);
    // A slow download does not block the person's other requests.
    if (payload && typeof payload === 'object' && 'pipe' in payload) (request as GosRequest).endTurn?.();
    const api = request.url.startsWith('/api/');
    if (!api || reply.hasHeader('cache-control')) return payload;
    // Answers to changes are never stored: one may hold a token that is shown once.
    reply.header('cache-control', ['GET', 'HEAD'].includes(request.method) ? 'private, no-cache' : 'no-store');
    if (request.method !== 'GET' || reply.statusCode !== 200 || typeof payload !== 'string') return payload;
    const tag = `W/"${createHash('sha1').update(payload).digest('base64url')}"`;
    (request as GosRequest).keep?.(payload, tag);
    return tagged(request, reply, tag, payload);
  });
}

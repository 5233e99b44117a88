import { createHash, randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const securityHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
};

/** Scripts from here only; styles inline because the component library sets them. */
const pagePolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

export function correlationIdOf(request: { headers: FastifyRequest['headers'] }): string {
  const given = request.headers['x-correlation-id'];
  return typeof given === 'string' && /^[\w.-]{1,100}$/.test(given) ? given : randomUUID();
}

/** Compared weakly, as RFC 9110 wants it here. */
function holdsTag(header: string | undefined, tag: string): boolean {
  const strong = (one: string) => one.trim().replace(/^W\//, '');
  return header?.split(',').some((one) => one.trim() === '*' || strong(one) === strong(tag)) ?? false;
}

/** Security headers on everything, weak entity tags on what was read, no caching of what belongs to a person. */
export function installResponseHooks(fastify: FastifyInstance, https: boolean): void {
  fastify.addHook('onRequest', async (request, reply) => {
    for (const [name, value] of Object.entries(securityHeaders)) reply.header(name, value);
    if (https) reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains');
    reply.header('x-correlation-id', String(request.id));
  });
  fastify.addHook('onSend', async (request, reply, payload) => {
    if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', pagePolicy);
    const api = request.url.startsWith('/api/');
    if (!api || reply.hasHeader('cache-control')) return payload;
    reply.header('cache-control', 'private, no-cache');
    if (request.method !== 'GET' || reply.statusCode !== 200 || typeof payload !== 'string') return payload;
    const tag = `W/"${createHash('sha1').update(payload).digest('base64url')}"`;
    reply.header('etag', tag);
    if (!holdsTag(request.headers['if-none-match'], tag)) return payload;
    reply.code(304).removeHeader('content-length');
    return '';
  });
}

import { performance } from 'node:perf_hooks';
import { Logger } from '@nestjs/common';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type RequestOrigin, runInContext, type WorkContext } from './correlation';
import type { Metrics } from './metrics';
import type { Tracer } from './tracer';

const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** The route template, so that labels stay few; all pages and their assets count as one route. */
export function routeOf({ url, routeOptions }: Pick<FastifyRequest, 'url' | 'routeOptions'>): string {
  const template = routeOptions?.url;
  if (url.startsWith('/api/') || url === '/api') return template?.startsWith('/api') ? template : 'unknown';
  if (template?.startsWith('/admin/queues') || template === '/metrics') return template.replace(/\/\*$/, '');
  return 'pages';
}

/** The client's own id of the request, for the log only: it proves nothing. */
function clientCorrelationIdOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const given = headers['x-correlation-id'];
  return typeof given === 'string' && /^[\w.-]{1,100}$/.test(given) ? given : undefined;
}

const methodOf = ({ method }: Pick<FastifyRequest, 'method'>) => (methods.has(method) ? method : 'other');

/** Measures and traces every request, and runs its handler under the request's correlation id. */
export function watchRequests(fastify: FastifyInstance, metrics: Metrics, tracer: Tracer, answerMs: number): void {
  const logger = new Logger('Requests');
  const going = new WeakMap<FastifyRequest, WorkContext & { readonly began: number }>();
  fastify.addHook('onRequest', (request, _reply, done) => {
    const correlationId = String(request.id);
    const route = routeOf(request);
    const facts = { 'http.request.method': methodOf(request), 'http.route': route };
    const name = `${methodOf(request)} ${route}`;
    const span = tracer.startSpan({ kind: 'request', name, correlationId, parent: null, facts });
    const from: RequestOrigin = { address: request.ip, route: name, answerMs };
    const what = { correlationId, span, from, began: performance.now() };
    going.set(request, what);
    runInContext(what, done);
  });
  // The body arrives in events of the socket, which have no request context; so the context is entered once more after it.
  fastify.addHook('preValidation', (request, _reply, done) => {
    const what = going.get(request);
    if (what) runInContext(what, done);
    else done();
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    const what = going.get(request);
    if (what) {
      const [method, route, status] = [methodOf(request), routeOf(request), reply.statusCode];
      const seconds = (performance.now() - what.began) / 1_000;
      metrics.requests.inc({ method, route, status });
      metrics.requestDurations.observe({ method, route }, seconds);
      what.span?.add({ 'http.response.status_code': status });
      what.span?.end(status >= 500 ? String(status) : undefined);
      const { correlationId } = what;
      const clientCorrelationId = clientCorrelationIdOf(request);
      logger.debug({
        message: `${method} ${route}`,
        status,
        ms: Math.round(seconds * 1_000),
        correlationId,
        ...(clientCorrelationId && { clientCorrelationId }),
      });
    }
    done();
  });
}

import { performance } from 'node:perf_hooks';
import { Logger } from '@nestjs/common';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { during, type Ongoing } from './correlation';
import type { Metrics } from './metrics';
import type { Tracer } from './tracer';

const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** The template of a route, of which there are finitely many; pages and their files are one. */
export function routeOf({ url, routeOptions }: Pick<FastifyRequest, 'url' | 'routeOptions'>): string {
  const template = routeOptions?.url;
  if (url.startsWith('/api/') || url === '/api') return template?.startsWith('/api') ? template : 'unknown';
  if (template?.startsWith('/admin/queues') || template === '/metrics') return template.replace(/\/\*$/, '');
  return 'pages';
}

const methodOf = ({ method }: Pick<FastifyRequest, 'method'>) => (methods.has(method) ? method : 'other');

/** Measures and traces every request; what is done for it goes on under its correlation id. */
export function watchRequests(fastify: FastifyInstance, metrics: Metrics, tracer: Tracer): void {
  const logger = new Logger('Requests');
  const going = new WeakMap<FastifyRequest, Ongoing & { readonly began: number }>();
  fastify.addHook('onRequest', (request, _reply, done) => {
    const correlationId = String(request.id);
    const route = routeOf(request);
    const facts = { 'http.request.method': methodOf(request), 'http.route': route };
    const name = `${methodOf(request)} ${route}`;
    const span = tracer.begin({ kind: 'request', name, correlationId, parent: null, facts });
    const what = { correlationId, span, began: performance.now() };
    going.set(request, what);
    during(what, done);
  });
  // The body comes by events of the connection, which belongs to no request.
  fastify.addHook('preValidation', (request, _reply, done) => {
    const what = going.get(request);
    if (what) during(what, done);
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
      logger.debug({ message: `${method} ${route}`, status, ms: Math.round(seconds * 1_000), correlationId });
    }
    done();
  });
}

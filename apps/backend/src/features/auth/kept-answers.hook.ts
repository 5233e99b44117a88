import { taskRoutes } from '@gos/contract';
import type { FastifyInstance } from 'fastify';
import { bringsBody } from '../../http/incoming-bodies';
import type { GosRequest } from '../../http/request-context';
import { tagged } from '../../http/response-hooks';
import type { KeptAnswers } from '../../shared/answer/kept-answers';
import type { SessionGuard } from './session.guard';

/** Routes whose answers depend on nothing but the reader's rights, the tasks and names that they see, and the day. */
const keptRoutes: ReadonlySet<string> = new Set(
  [taskRoutes.list, taskRoutes.counts, taskRoutes.detail].map((route) => `/api${route.split(' ')[1]!}`),
);
const templateOf = ({ routeOptions }: GosRequest) => routeOptions.url?.replace(/:(\w+)/g, '{$1}') ?? '';

/** Past states are computed for each request. A body or its type is refused by the route. */
const mayBeKept = (request: GosRequest) =>
  request.method === 'GET' &&
  keptRoutes.has(templateOf(request)) &&
  !Object.hasOwn((request.query ?? {}) as object, 'at') &&
  !bringsBody(request) &&
  request.headers['content-type'] === undefined;

/**
 * Answers reads from the kept answers, ahead of the framework. A request that the guard refuses, or whose answer is not
 * kept, goes on to its route.
 */
export function serveKeptAnswers(fastify: FastifyInstance, guard: SessionGuard, kept: KeptAnswers): void {
  fastify.addHook('onRequest', async (request: GosRequest, reply) => {
    if (!mayBeKept(request)) return;
    const { url } = request;
    const found = await guard.beforeRoute(request, async ({ actor }) => ({
      actor,
      answer: await kept.find(actor, url),
    }));
    if (!found) return;
    const { actor, answer } = found;
    if (!answer) {
      request.keep = kept.begin(actor, url);
      return;
    }
    reply.type('application/json; charset=utf-8');
    return reply.send(tagged(request, reply, answer.tag, answer.body));
  });
}

import { refuse } from '@gos/domain';
import type { INestApplicationContext } from '@nestjs/common';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isDirect } from '../../http/peer';
import { sendProblem } from '../../http/problem.filter';
import { Metrics } from '../../observability/metrics';
import { Sessions } from '../../shared/session/sessions';
import { Gauges } from './gauges';

/**
 * `GET /metrics` for Prometheus. Allowed: direct requests from this machine or a private network, and signed-in admins.
 */
export function serveMetrics(fastify: FastifyInstance, app: INestApplicationContext): void {
  const metrics = app.get(Metrics, { strict: false });
  const gauges = app.get(Gauges, { strict: false });
  const sessions = app.get(Sessions, { strict: false });

  async function refusalFor(request: FastifyRequest) {
    if (isDirect(request)) return null;
    const signedIn = await sessions.authenticate(request.headers.cookie);
    if (!signedIn) return refuse('auth.required');
    return signedIn.actor.role === 'admin' ? null : refuse('user.forbidden');
  }

  fastify.get('/metrics', async (request, reply) => {
    const refusal = await refusalFor(request);
    if (refusal) {
      sendProblem(reply, refusal);
      return reply;
    }
    await gauges.measure();
    return reply
      .header('cache-control', 'no-store')
      .type(metrics.registry.contentType)
      .send(await metrics.registry.metrics());
  });
}

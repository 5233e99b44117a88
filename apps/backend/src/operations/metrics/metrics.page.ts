import { BlockList, isIP } from 'node:net';
import { refuse } from '@gos/domain';
import type { INestApplicationContext } from '@nestjs/common';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Sessions } from '../../entities/session/sessions';
import { sendProblem } from '../../http/problem.filter';
import type { Config } from '../../kernel/config';
import { Metrics } from '../../observability/metrics';
import { isOpsToken } from '../ops/running';
import { Gauges } from './gauges';

const nearby = new BlockList();
for (const [address, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const) {
  nearby.addSubnet(address, bits, 'ipv4');
}
nearby.addAddress('::1', 'ipv6');
nearby.addSubnet('fc00::', 7, 'ipv6');
nearby.addSubnet('fe80::', 10, 'ipv6');

/** Loopback and private network addresses. */
export function isNearby(address: string | undefined): boolean {
  const plain = (address ?? '').replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  const family = isIP(plain);
  return family !== 0 && nearby.check(plain, family === 4 ? 'ipv4' : 'ipv6');
}

const forwarded = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

/** Whether the request comes from this machine or its network without a proxy: a proxied request may come from anywhere. */
function isDirect({ headers, socket }: Pick<FastifyRequest, 'headers' | 'socket'>): boolean {
  return isNearby(socket.remoteAddress) && forwarded.every((name) => headers[name] === undefined);
}

/**
 * `GET /metrics` for Prometheus. Allowed: direct requests from this machine or a private network, the operations token
 * (`Authorization: Bearer`), and signed-in admins.
 */
export function serveMetrics(fastify: FastifyInstance, app: INestApplicationContext, config: Config): void {
  const metrics = app.get(Metrics, { strict: false });
  const gauges = app.get(Gauges, { strict: false });
  const sessions = app.get(Sessions, { strict: false });

  async function refusalFor(request: FastifyRequest) {
    const { authorization, cookie } = request.headers;
    if (isDirect(request) || isOpsToken(config, authorization?.replace(/^(Bearer|Ops) /, '') ?? '')) return null;
    const signedIn = await sessions.authenticate(cookie);
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

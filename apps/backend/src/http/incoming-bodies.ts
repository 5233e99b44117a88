import { refuse } from '@gos/domain';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../kernel/config';
import { refuseOnSocket } from './malformed-http';
import { sendProblem } from './problem.filter';

interface Coming {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly since: number;
  /** bytes that the connection had read before */
  readonly readBefore: number;
}

const bringsBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Nothing is unpacked here: what is small when it comes stays small. */
const isPacked = ({ headers }: FastifyRequest) => (headers['content-encoding'] ?? 'identity') !== 'identity';

/**
 * Refuses packed bodies, and closes connections whose bodies do not arrive: each has `firstMs`, and a second more for each `bytesPerSecond` that came,
 * but `mostMs` at most unless it brings files. Whoever trickles holds a connection for seconds, and a large upload has the time that it takes. 408 where nothing was answered yet.
 */
export function limitBodies(fastify: FastifyInstance, { firstMs, bytesPerSecond, mostMs }: Config['bodyPace']): void {
  const coming = new Set<Coming>();

  const isOverdue = ({ request, since, readBefore }: Coming) => {
    const paced = firstMs + ((request.socket.bytesRead - readBefore) / bytesPerSecond) * 1_000;
    return performance.now() - since > (request.isMultipart() ? paced : Math.min(paced, mostMs));
  };

  const look = setInterval(
    () => {
      for (const one of coming) {
        const { raw } = one.request;
        if (raw.complete) coming.delete(one);
        else if (isOverdue(one)) {
          coming.delete(one);
          if (one.reply.raw.headersSent) raw.socket.destroy();
          else refuseOnSocket(raw.socket, 408, 'request.too-slow');
        }
      }
    },
    Math.min(1_000, firstMs),
  );
  look.unref();

  fastify.addHook('onRequest', async (request, reply) => {
    if (!bringsBody(request)) return;
    if (isPacked(request)) return sendProblem(reply, refuse('request.media-type'));
    const one = { request, reply, since: performance.now(), readBefore: request.socket.bytesRead };
    coming.add(one);
    request.raw.once('close', () => coming.delete(one));
  });
  fastify.addHook('onClose', async () => clearInterval(look));
}

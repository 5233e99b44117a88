import { refuse } from '@gos/domain';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../kernel/config';
import { refuseOnSocket } from './malformed-http';
import { sendProblem } from './problem.filter';

interface Coming {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly since: number;
  /** Bytes that the connection had received before this request. */
  readonly readBefore: number;
}

export const bringsBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Reads the rest of a body that was answered before it arrived, and discards it: a client that is still sending gets
 * the answer, and the connection stays usable. A client that sends more than `mostBytes` loses the connection.
 */
function drain({ raw, socket }: FastifyRequest, mostBytes: number): void {
  if (raw.complete) return;
  const readBefore = socket.bytesRead;
  // A stopped parser would hold the rest back.
  raw.unpipe();
  raw.on('data', () => {
    if (socket.bytesRead - readBefore > mostBytes) socket.destroy();
  });
  raw.resume();
}

/** Bodies are not unpacked, so a small request cannot expand in memory. */
const isPacked = ({ headers }: FastifyRequest) => (headers['content-encoding'] ?? 'identity') !== 'identity';

/**
 * Refuses packed bodies, and closes connections whose bodies do not arrive in time. A body has `firstMs`, and one more
 * second for each `bytesPerSecond` received; at most `mostMs`, unless the route takes files. A slow sender holds a
 * connection for seconds only, while a large upload has enough time. Answers 408 if nothing was answered yet.
 */
export function limitBodies(
  fastify: FastifyInstance,
  { bodyPace: { firstMs, bytesPerSecond, mostMs }, fileMax }: Pick<Config, 'bodyPace' | 'fileMax'>,
): void {
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
  // Fastify closes the connection of a body that is too large, so a client that is still sending would not read the
  // answer.
  fastify.addHook('onSend', async (request, reply) => {
    if (bringsBody(request) && !request.raw.complete) reply.removeHeader('connection');
  });
  fastify.addHook('onResponse', async (request) => {
    if (bringsBody(request)) drain(request, 2 * fileMax);
  });
  fastify.addHook('onClose', async () => clearInterval(look));
}

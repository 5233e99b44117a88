import { refuse } from '@gos/domain';
import type { INestApplicationContext } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendProblem } from '../../http/problem.filter';
import type { Config } from '../../kernel/config';
import { SecurityLog } from '../../observability/security-log';
import { Sessions } from '../../shared/session/sessions';
import { JOBS, type Jobs } from '../../stores/jobs/jobs';

const address = '/admin/queues';

/** The content security policy: bull-board's pages set a base URL, which the product's own policy forbids. */
const policy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

const readsOnly: ReadonlySet<string> = new Set(['GET', 'HEAD']);
const wantsPage = ({ method, headers }: FastifyRequest) =>
  method === 'GET' && (headers.accept?.includes('text/html') ?? false);

/**
 * Rejects cross-site changes. Browsers send the origin of a change; a client that sends none does not attach cookies on
 * its own either.
 */
function isFromElsewhere({ method, headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  return !readsOnly.has(method) && site !== undefined && site !== 'same-origin';
}

/** The jobs where they are BullMQ's. */
interface BullQueues extends Jobs {
  bullQueue(name: string): { readonly opts: { readonly prefix?: string } };
}

/** The product's own page of the queues. */
const ownPage = '/admin/jobs';

type Guard = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined>;

/** Returns a guard that lets admins through, and notes their changes. */
function adminsOnly(app: INestApplicationContext): Guard {
  const sessions = app.get(Sessions, { strict: false });
  const security = app.get(SecurityLog, { strict: false });
  return async (request, reply) => {
    const signedIn = await sessions.authenticate(request.headers.cookie);
    if (signedIn?.actor.role === 'admin' && !isFromElsewhere(request)) {
      const { id } = signedIn.actor;
      const what = request.url.slice(address.length).split('?')[0]!;
      if (!readsOnly.has(request.method)) security.write('queue.board-used', { by: id, what });
      return undefined;
    }
    // The product's own page requires the password (again) and leads back here.
    if (!signedIn && wantsPage(request)) return reply.redirect('/admin');
    sendProblem(reply, refuse(signedIn ? 'user.forbidden' : 'auth.required'));
    return reply;
  };
}

/** Serves bull-board at `/admin/queues`, for admins, when the queues are BullMQ's; otherwise leads to the product's own page. */
export async function serveQueues(fastify: FastifyInstance, app: INestApplicationContext, config: Config) {
  const { redis } = config.servers;
  const isServing = config.role === 'all' || config.role === 'api';
  if (!isServing) return;
  const isAdmins = adminsOnly(app);
  if (redis === null) {
    for (const path of [address, `${address}/*`]) {
      fastify.get(path, { onRequest: isAdmins }, (_, reply) => reply.redirect(ownPage));
    }
    return;
  }
  const [{ createBullBoard }, { BullMQAdapter }, { FastifyAdapter }, { Queue }, { Redis }] = await Promise.all([
    import('@bull-board/api'),
    import('@bull-board/api/bullMQAdapter'),
    import('@bull-board/fastify'),
    import('bullmq'),
    import('ioredis'),
  ]);
  const jobs = app.get<BullQueues>(JOBS, { strict: false });
  const connection = new Redis(redis, { maxRetriesPerRequest: 1, lazyConnect: true });
  // Swallowed here: the jobs' own connection reports that Redis is away.
  connection.on('error', () => {});
  const serverAdapter = new FastifyAdapter();
  serverAdapter.setBasePath(address);
  const uiConfig = { boardTitle: 'Gos', favIcon: { default: '/favicon.svg', alternative: '/favicon.svg' } };
  const board = createBullBoard({ queues: [], serverAdapter, options: { uiConfig } });
  const shown = new Set<string>();

  async function showQueues(): Promise<void> {
    for (const name of await jobs.queueNames()) {
      if (shown.has(name)) continue;
      shown.add(name);
      const { prefix } = jobs.bullQueue(name).opts;
      const queue = new Queue(name, { connection, prefix, skipVersionCheck: true });
      queue.on('error', () => {});
      board.addQueue(new BullMQAdapter(queue));
    }
  }

  async function guard(request: FastifyRequest, reply: FastifyReply) {
    const refused = await isAdmins(request, reply);
    if (refused) return refused;
    await showQueues().catch(() => {});
    reply.header('content-security-policy', policy);
    return undefined;
  }

  await fastify.register(
    async (scope) => {
      scope.addHook('onRequest', guard);
      scope.addHook('onClose', async () => connection.disconnect());
      await scope.register(serverAdapter.registerPlugin());
    },
    { prefix: address },
  );
}

import fastifyCookie from '@fastify/cookie';
import fastifyMultipart from '@fastify/multipart';
import { refuse } from '@gos/domain';
import type { LoggerService } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { IoAdapter } from '@nestjs/platform-socket.io';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { AppModule } from './app.module';
import { StoreIdentity } from './engine/parts/store-identity';
import { ActiveReadModels } from './engine/projections/active-read-models';
import { serveKeptAnswers } from './features/auth/kept-answers.hook';
import { SessionGuard } from './features/auth/session.guard';
import { limitBodySizes } from './http/body-limits';
import { reportingOf, serveFrontEnd } from './http/front-end';
import { limitBodies } from './http/incoming-bodies';
import { registerJsonParser } from './http/json-parser';
import { answerMalformedHttp } from './http/malformed-http';
import { serveOpenApi } from './http/openapi';
import { isOfOperator } from './http/peer';
import { problemOf, sendProblem } from './http/problem.filter';
import { serveProblems } from './http/problem.page';
import { installResponseHooks, newCorrelationId, secureBareAnswer } from './http/response-hooks';
import { UntrustedProxies } from './http/untrusted-proxies';
import { Clock } from './kernel/clock';
import type { Config } from './kernel/config';
import { amongNetworks } from './kernel/trusted-proxies';
import { Metrics } from './observability/metrics';
import { watchRequests } from './observability/requests';
import { TRACER, type Tracer } from './observability/tracer';
import { serveQueues } from './operator/admin/queues.page';
import { Lifecycle } from './operator/lifecycle';
import { serveMetrics } from './operator/metrics/metrics.page';
import { KeptAnswers } from './shared/answer/kept-answers';
import { InstallationSettings } from './shared/installation/settings';

export interface AppOptions {
  readonly clock?: Clock;
  readonly logger?: LoggerService | false;
  /** Folder of the built front end. */
  readonly pages?: string;
}

/** Paths that a process without an API answers too: health, operations and metrics. */
const openPaths = /^\/(api\/(health|ops)\/|metrics(\?|$))/;

function closeDoors(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', async (request, reply) => {
    if (!openPaths.test(request.url)) return sendProblem(reply, refuse('request.not-found'));
  });
}

/** Operations are for this very machine: for anybody else there is nothing. */
function keepOperationsHere(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', async (request, reply) => {
    const isOperation = request.routeOptions.url?.startsWith('/api/ops/');
    if (isOperation && !isOfOperator(request)) return sendProblem(reply, refuse('request.not-found'));
  });
}

const readingPaths = /^\/(api\/(?!health\/|ops\/)|admin\/queues)/;

/** Answers 503 with Retry-After while there are no documents to read. */
function waitForDocuments(fastify: FastifyInstance, readModels: ActiveReadModels): void {
  fastify.addHook('onRequest', async (request, reply) => {
    if (readModels.isOpen || !readingPaths.test(request.url)) return;
    reply.header('retry-after', '2');
    return sendProblem(reply, refuse('store.unavailable'));
  });
}

/** Answers 503 instead of 404 while the documents lack what an answered command did. */
function doubtAbsence(fastify: FastifyInstance, readModels: ActiveReadModels): void {
  fastify.addHook('onSend', async (request, reply, payload) => {
    const isRead = reply.statusCode === 404 && request.method === 'GET' && readingPaths.test(request.url);
    if (!isRead || !readModels.isBehindAnswers) return payload;
    reply.code(503).header('retry-after', '2');
    return JSON.stringify(problemOf(refuse('store.unavailable')));
  });
}

const readsOnly: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Answers 503 with Retry-After to changes while a part of the installation does not fit, and to all where what is read may be wrong. */
function waitForParts(fastify: FastifyInstance, parts: StoreIdentity): void {
  fastify.addHook('onRequest', async (request, reply) => {
    if (parts.misfit === null || !readingPaths.test(request.url)) return;
    if (readsOnly.has(request.method) && !parts.misleads) return;
    reply.header('retry-after', '2');
    return sendProblem(reply, refuse('installation.mismatch'));
  });
}

/** No route has a schema of fastify's: shapes validate bodies. Without these two, each start loads ajv and a compiler of serializers. */
const noSchemas = {
  buildValidator: () => () => refuseSchema(),
  buildSerializer: () => () => refuseSchema(),
};

function refuseSchema(): never {
  throw new Error('A route has a schema, but fastify compiles none here');
}

/** Creates the whole application, ready to listen. */
export async function createApp(config: Config, options: AppOptions = {}): Promise<NestFastifyApplication> {
  const isTrusted = amongNetworks(config.trustedProxies);
  const adapter = new FastifyAdapter({
    genReqId: newCorrelationId,
    // X-Forwarded-For is walked from the right, over trusted proxies only; their other forwarding headers are believed too.
    trustProxy: isTrusted,
    routerOptions: { maxParamLength: 300 },
    schemaController: { compilersFactory: noSchemas },
    clientErrorHandler: answerMalformedHttp,
    // A URL that cannot be decoded is answered as not found.
    frameworkErrors: (_error: unknown, _request: unknown, reply: FastifyReply) => {
      secureBareAnswer(reply, config);
      sendProblem(reply, refuse('request.not-found'));
    },
  });
  const app = await NestFactory.create<NestFastifyApplication>(AppModule.with(config, options.clock), adapter, {
    bodyParser: false,
    logger: options.logger,
    abortOnError: false,
    bufferLogs: false,
  });
  const fastify = adapter.getInstance();
  limitBodySizes(fastify as never);
  registerJsonParser(fastify as never);
  await app.register(fastifyCookie);
  await app.register(fastifyMultipart, {
    limits: { fileSize: config.fileMax + 1, files: 2, fields: 5, parts: 10 },
    throwFileSizeLimit: false,
  });
  installResponseHooks(fastify as never, { ...config, errorReporting: reportingOf(config, options.pages) });
  limitBodies(fastify as never, config);
  const tracer = app.get<Tracer>(TRACER, { strict: false });
  watchRequests(fastify as never, app.get(Metrics, { strict: false }), tracer, config.patience.answerMs);
  app.get(UntrustedProxies, { strict: false }).watch(fastify as never, isTrusted);
  keepOperationsHere(fastify as never);
  serveMetrics(fastify as never, app);
  waitForParts(fastify as never, app.get(StoreIdentity, { strict: false }));
  doubtAbsence(fastify as never, app.get(ActiveReadModels, { strict: false }));
  waitForDocuments(fastify as never, app.get(ActiveReadModels, { strict: false }));
  if (config.role === 'projector' || config.role === 'worker') closeDoors(fastify as never);
  serveKeptAnswers(fastify as never, app.get(SessionGuard, { strict: false }), app.get(KeptAnswers, { strict: false }));
  app.useWebSocketAdapter(new IoAdapter(app));
  app.setGlobalPrefix('api');
  serveProblems(fastify as never);
  serveOpenApi(app);
  await serveQueues(fastify as never, app, config);
  if (options.pages) {
    const settings = app.get(InstallationSettings, { strict: false });
    await serveFrontEnd(fastify as never, config, settings, options.pages);
  }
  // Ends with process.exit instead of raising the signal again, so that exit listeners run. Until here nothing has to
  // be closed, and a shutdown that begins before the initialization would wait for it permanently.
  app.enableShutdownHooks(undefined, { useProcessExit: true });
  await app.get(Lifecycle, { strict: false }).begin(() => app.init());
  return app;
}

import fastifyCookie from '@fastify/cookie';
import fastifyMultipart from '@fastify/multipart';
import { limits } from '@gos/domain';
import type { LoggerService } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { IoAdapter } from '@nestjs/platform-socket.io';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import type { FastifyInstance } from 'fastify';
import { AppModule } from './app.module';
import type { Config } from './config';
import { Clock } from './cqrs/clock';
import { servePages } from './http/pages';
import { correlationIdOf, installResponseHooks } from './http/response-hooks';

export interface AppOptions {
  readonly clock?: Clock;
  readonly logger?: LoggerService | false;
  /** Folder of the built front end. */
  readonly pages?: string;
}

/** The whole application, ready to listen. */
export async function createApp(config: Config, options: AppOptions = {}): Promise<NestFastifyApplication> {
  const adapter = new FastifyAdapter({
    bodyLimit: 1024 * 1024,
    genReqId: correlationIdOf,
    // Behind a proxy of the same machine or network its word on the address counts, nobody else's.
    trustProxy: 'loopback, linklocal, uniquelocal',
    routerOptions: { maxParamLength: 300 },
  });
  const app = await NestFactory.create<NestFastifyApplication>(AppModule.with(config, options.clock), adapter, {
    bodyParser: false,
    logger: options.logger,
    abortOnError: false,
    bufferLogs: false,
  });
  const fastify = adapter.getInstance();
  takeEmptyJson(fastify as never);
  await app.register(fastifyCookie);
  await app.register(fastifyMultipart, { limits: { fileSize: limits.file.max, files: 1, fields: 5 } });
  installResponseHooks(fastify as never, config.publicUrl?.startsWith('https:') ?? false);
  app.useWebSocketAdapter(new IoAdapter(app));
  app.setGlobalPrefix('api');
  app.enableShutdownHooks();
  describe(app);
  if (options.pages) await servePages(fastify as never, config, options.pages);
  await app.init();
  return app;
}

/** A body that is not there is no body, whatever its type was said to be; Nest's own parser calls it malformed. */
function takeEmptyJson(fastify: FastifyInstance): void {
  fastify.removeContentTypeParser('application/json');
  const parse = fastify.getDefaultJsonParser('error', 'error');
  fastify.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else parse(request, body as string, done);
  });
}

function describe(app: NestFastifyApplication): void {
  const builder = new DocumentBuilder()
    .setTitle('Gos')
    .setDescription(
      'Work management on an event log. Errors are application/problem+json (RFC 9457) with a stable code.',
    )
    .setVersion('1')
    .addCookieAuth('accessToken')
    .build();
  const document = SwaggerModule.createDocument(app, builder);
  SwaggerModule.setup('api/docs', app, document, {
    jsonDocumentUrl: 'api/openapi.json',
  });
}

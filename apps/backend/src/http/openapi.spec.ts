import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Controller, Get, Module, Post } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { PersonSender } from '../engine/commands/command-sender';
import type { Json } from '../testing/harness';
import { resolved } from '../testing/resolved';
import { serveOpenApi } from './openapi';
import { Public } from './public-route';
import { CommandRequest, CommandRequestOf, type ContextOf } from './request-context';

@Controller('invoices')
class InvoicesController {
  @Post()
  create(@CommandRequest() sender: PersonSender) {
    return sender;
  }

  @Post('content')
  upload(@CommandRequestOf() contextOf: ContextOf) {
    return contextOf();
  }

  @Post('print')
  print() {
    return null;
  }

  @Public()
  @Get('open')
  open() {
    return null;
  }
}

@Public()
@Controller('prices')
class PricesController {
  @Get()
  list() {
    return [];
  }
}

@Module({ controllers: [InvoicesController, PricesController] })
class Root {}

let app: NestFastifyApplication;
let text: string;
beforeAll(async () => {
  app = await NestFactory.create<NestFastifyApplication>(Root, new FastifyAdapter(), { logger: false });
  serveOpenApi(app);
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
  text = (await app.inject('/api/openapi.json')).body;
});
afterAll(() => app.close());

const headersOf = ({ parameters }: Json) => (parameters as Json[]).map((one) => resolved(JSON.parse(text), one).name);

it('a command on anything has the headers of one, other changes have not', () => {
  const { paths } = JSON.parse(text);
  const headers = ['X-Requested-With', 'Idempotency-Key', 'If-Match'];
  expect(headersOf(paths['/invoices'].post)).toEqual(headers);
  expect(headersOf(paths['/invoices/content'].post)).toEqual(headers);
  expect(headersOf(paths['/invoices/print'].post)).toEqual(['X-Requested-With']);
});

it('what is public needs no session, whatever its address', () => {
  const { paths } = JSON.parse(text);
  for (const open of [paths['/invoices/open'].get, paths['/prices'].get]) {
    expect([open.security, Object.keys(open.responses)]).toEqual([[], expect.not.arrayContaining(['401'])]);
  }
  expect(paths['/invoices'].post.security).toEqual([{ cookie: [] }]);
});

it('does not say how it came to know', () => {
  expect(text).not.toContain('x-gos');
});

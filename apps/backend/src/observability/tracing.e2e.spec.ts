import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { JOBS, type Jobs } from '../stores/jobs/jobs';
import { Harness, type Json } from '../testing/harness';
import { traceIdOf } from './otlp.tracer';
import { noTracer, TRACER } from './tracer';

interface Received {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes: Record<string, unknown>;
  readonly status: Json;
}

/** As a collector takes them: OTLP over HTTP, in JSON. */
class Collector {
  readonly spans: Received[] = [];
  readonly resources: Record<string, unknown>[] = [];
  private readonly server: Server;

  constructor() {
    this.server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      if (request.url === '/v1/traces') this.take(JSON.parse(Buffer.concat(chunks).toString()));
      response.setHeader('content-type', 'application/json').end('{}');
    });
  }

  async start(): Promise<string> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private take(body: Json): void {
    for (const { resource, scopeSpans } of body.resourceSpans) {
      this.resources.push(attributesOf(resource.attributes));
      for (const { spans } of scopeSpans) {
        for (const span of spans) this.spans.push({ ...span, attributes: attributesOf(span.attributes) });
      }
    }
  }
}

const attributesOf = (list: Json[]): Record<string, unknown> =>
  Object.fromEntries(list.map(({ key, value }) => [key, Object.values(value)[0]]));

describe('traces', () => {
  const collector = new Collector();
  let gos: Harness;
  let [ofComment, ofRefusal] = ['', ''];

  beforeAll(async () => {
    gos = await Harness.start({ OTEL_EXPORTER_OTLP_ENDPOINT: await collector.start() });
    const karla = await gos.person('Karla Svobodová');
    const id = await karla.task({ name: 'Tajná migrace' });
    const commented = await karla.post(`/api/tasks/${id}/comments`, { text: 'Ahoj' });
    const refused = await karla.post(`/api/tasks/${id}/accept`, {});
    [ofComment, ofRefusal] = [commented, refused].map(({ headers }) => headers.get('x-correlation-id')!) as [
      string,
      string,
    ];
    const jobs = gos.service<Jobs>(JOBS);
    let ran = 0;
    jobs.process('letters', {}, async () => void ran++);
    await jobs.add('letters', { id: 'one', data: { correlationId: ofComment } }, { id: 'two', data: null });
    while (ran < 2) await new Promise(setImmediate);
    await gos.down();
  });
  afterAll(async () => {
    await gos.stop();
    collector.stop();
  });

  const ofTrace = (correlationId: string) =>
    collector.spans.filter(({ traceId }) => traceId === traceIdOf(correlationId));

  it('show a request with its command, the append in it, the batch and the job that follow', () => {
    const spans = ofTrace(ofComment);
    expect(spans.map(({ name }) => name).sort()).toEqual(
      ['POST /api/tasks/:id/comments', 'append task', 'batch apply', 'command task.comment', 'job letters'].sort(),
    );
    const named = (name: string) => spans.find((span) => span.name.startsWith(name))!;
    const [request, command] = [named('POST'), named('command')];
    expect(request.parentSpanId ?? '').toBe('');
    expect(command.parentSpanId).toBe(request.spanId);
    expect(named('append').parentSpanId).toBe(command.spanId);
    expect(request.attributes).toMatchObject({
      'gos.correlation_id': ofComment,
      'http.route': '/api/tasks/:id/comments',
      'http.response.status_code': 201,
    });
    expect(command.attributes).toMatchObject({ 'gos.outcome': 'done' });
    expect(named('batch').attributes).toMatchObject({ events: 1, 'gos.outcome': 'done' });
  });

  it('show a refusal as no fault', () => {
    const request = ofTrace(ofRefusal).find(({ name }) => name.startsWith('POST'));
    expect(request!.attributes).toMatchObject({ 'http.response.status_code': 409 });
    expect(ofTrace(ofRefusal).filter(({ status }) => status?.code === 2)).toEqual([]);
  });

  it('say which process they are from, and nothing of people', () => {
    expect(collector.resources[0]).toMatchObject({ 'service.name': 'gos', 'gos.role': 'all' });
    expect(JSON.stringify(collector.spans)).not.toMatch(/Svobodov|Tajn|example\.com|Ahoj/);
  });

  it('of a job that nothing caused begin by themselves', () => {
    expect(ofTrace('letters-two').map(({ name }) => name)).toEqual(['job letters']);
  });

  it('take a trace id for what it is, and make one of any other correlation id', () => {
    expect(traceIdOf('4bf92f3577b34da6a3ce929d0e0e4736')).toBe('4bf92f3577b34da6a3ce929d0e0e4736');
    expect(traceIdOf('4bf92f35-77b3-4da6-a3ce-929d0e0e4736')).toBe('4bf92f3577b34da6a3ce929d0e0e4736');
    expect(traceIdOf('x')).toMatch(/^[\da-f]{32}$/);
    expect(traceIdOf('0'.repeat(32))).not.toBe('0'.repeat(32));
  });
});

describe('without a collector', () => {
  it('there is no tracer', async () => {
    const gos = await Harness.start();
    expect(gos.service(TRACER)).toBe(noTracer);
    await gos.stop();
  });

  it('that is away nothing waits for it', async () => {
    const gos = await Harness.start({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' });
    const karla = await gos.person();
    expect(await karla.task({ name: 'Beze stopy' })).toBe(1);
    await gos.stop();
  });
});

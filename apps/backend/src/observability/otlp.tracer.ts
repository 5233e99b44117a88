import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Span as OtelSpan, ROOT_CONTEXT, SpanKind as Role, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { Span, SpanAttributes, SpanOptions, Tracer } from './tracer';

const shutdownTimeoutMs = 3_000;

/** The trace id of a correlation id: itself when it is a valid one, else derived from it, the same in every process. */
export function traceIdOf(correlationId: string): string {
  const plain = correlationId.replaceAll('-', '').toLowerCase();
  if (/^[\da-f]{32}$/.test(plain) && !/^0+$/.test(plain)) return plain;
  return createHash('sha256').update(correlationId).digest('hex').slice(0, 32);
}

class OtlpSpan implements Span {
  constructor(readonly span: OtelSpan) {}

  add(facts: SpanAttributes): void {
    this.span.setAttributes(facts);
  }

  end(failed?: string): void {
    if (failed !== undefined) this.span.setStatus({ code: SpanStatusCode.ERROR, message: failed });
    this.span.end();
  }
}

interface OtlpTracerOptions {
  /** Base URL of the collector (OTLP over HTTP); `/v1/traces` is appended. */
  readonly endpoint: string;
  readonly version: string;
  readonly role: string;
}

/** Sends spans to a collector, batched and in the background: an unreachable collector does not slow down the work. */
export class OtlpTracer implements Tracer {
  private readonly provider: BasicTracerProvider;
  private readonly tracer: ReturnType<BasicTracerProvider['getTracer']>;
  /** The trace id for the next root span. No other span can take it: starting one is a single synchronous step. */
  private nextTraceId: string | null = null;

  constructor({ endpoint, version, role }: OtlpTracerOptions) {
    const own = resourceFromAttributes({ 'service.name': 'gos', 'service.version': version, 'gos.role': role });
    this.provider = new BasicTracerProvider({
      // Merged last, so that the standard OTEL_* variables win.
      resource: defaultResource()
        .merge(own)
        .merge(detectResources({ detectors: [envDetector] })),
      idGenerator: {
        generateTraceId: () => this.nextTraceId ?? randomBytes(16).toString('hex'),
        generateSpanId: () => randomBytes(8).toString('hex'),
      },
      spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url: `${endpoint}/v1/traces` }))],
    });
    this.tracer = this.provider.getTracer('gos', version);
  }

  startSpan({ kind, name, correlationId, parent, facts }: SpanOptions): Span {
    const context = parent instanceof OtlpSpan ? trace.setSpan(ROOT_CONTEXT, parent.span) : ROOT_CONTEXT;
    this.nextTraceId = correlationId === null ? null : traceIdOf(correlationId);
    const attributes = { ...facts, ...(correlationId !== null && { 'gos.correlation_id': correlationId }) };
    const role = kind === 'request' ? Role.SERVER : kind === 'job' ? Role.CONSUMER : Role.INTERNAL;
    return new OtlpSpan(this.tracer.startSpan(name, { kind: role, attributes }, context));
  }

  async close(): Promise<void> {
    const closing = this.provider.shutdown().catch(() => {});
    await Promise.race([closing, sleep(shutdownTimeoutMs, undefined, { ref: false })]);
  }
}

/** The kinds of spans. Nothing in a span may identify a person. */
export type SpanKind = 'request' | 'command' | 'append' | 'batch' | 'job';
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

export interface Span {
  add(facts: SpanAttributes): void;
  /** @param failed reason of the failure in one word; undefined for success */
  end(failed?: string): void;
}

export interface SpanOptions {
  readonly kind: SpanKind;
  readonly name: string;
  /** Spans with the same correlation id belong to the same trace, in every process; null starts a new trace. */
  readonly correlationId: string | null;
  readonly parent: Span | null;
  readonly facts?: SpanAttributes;
}

/** Records spans and exports them to a collector. */
export interface Tracer {
  /** Null when no collector is configured. */
  startSpan(beginning: SpanOptions): Span | null;
  /** Sends the remaining spans. Never rejects; gives up after some seconds. */
  close(): Promise<void>;
}

export const TRACER = Symbol('Tracer');

export const noTracer: Tracer = { startSpan: () => null, close: async () => {} };

/** The kinds of spans. Nothing in a span may identify a person. */
export type SpanKind = 'request' | 'command' | 'append' | 'batch' | 'job';
export type SpanFacts = Readonly<Record<string, string | number | boolean>>;

export interface Span {
  add(facts: SpanFacts): void;
  /** @param failed reason of the failure in one word; undefined for success */
  end(failed?: string): void;
}

export interface SpanBeginning {
  readonly kind: SpanKind;
  readonly name: string;
  /** Spans with the same correlation id belong to the same trace, in every process; null starts a new trace. */
  readonly correlationId: string | null;
  readonly parent: Span | null;
  readonly facts?: SpanFacts;
}

/** Records spans and exports them to a collector. */
export interface Tracer {
  /** Null when no collector is configured. */
  begin(beginning: SpanBeginning): Span | null;
  /** Sends the remaining spans. Never rejects; gives up after some seconds. */
  close(): Promise<void>;
}

export const TRACER = Symbol('Tracer');

export const noTracer: Tracer = { begin: () => null, close: async () => {} };

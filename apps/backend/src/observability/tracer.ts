/** What a trace is made of; nothing in it may name a person. */
export type SpanKind = 'request' | 'command' | 'append' | 'batch' | 'job';
export type SpanFacts = Readonly<Record<string, string | number | boolean>>;

export interface Span {
  add(facts: SpanFacts): void;
  /** @param failed what made it fail, in one word */
  end(failed?: string): void;
}

export interface SpanBeginning {
  readonly kind: SpanKind;
  readonly name: string;
  /** Spans of one correlation id are of one trace, whichever process they come from; null begins a trace of its own. */
  readonly correlationId: string | null;
  readonly parent: Span | null;
  readonly facts?: SpanFacts;
}

/** Tells where time goes, to whoever collects that. */
export interface Tracer {
  /** Null when nobody collects. */
  begin(beginning: SpanBeginning): Span | null;
  /** Sends what was not sent yet; never rejects, and gives up after some seconds. */
  close(): Promise<void>;
}

export const TRACER = Symbol('Tracer');

export const noTracer: Tracer = { begin: () => null, close: async () => {} };

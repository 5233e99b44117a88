import { AsyncLocalStorage } from 'node:async_hooks';
import type { Readable } from 'node:stream';
import type { Span } from './tracer';

/** Where a request comes from; `person` once they are known to be signed in. */
export interface RequestOrigin {
  readonly address: string;
  readonly route: string;
  /** Milliseconds without progress after which it is answered, whatever a store does. */
  readonly answerMs: number;
  person?: number;
  /** When it is answered at the latest, by `performance.now()`; absent for what may take its time. */
  endsAt?: number;
}

/** The asynchronous context of the work under way: its correlation id and its span. */
export interface WorkContext {
  /** Assigned to a request; carried by its events, and by the work that they cause in other processes. */
  readonly correlationId: string;
  readonly span: Span | null;
  /** The request that it is part of; absent in work that follows the log. */
  readonly from?: RequestOrigin;
}

const storage = new AsyncLocalStorage<WorkContext>();
const failedIn = new WeakMap<object, string>();

export const currentContext = (): WorkContext | undefined => storage.getStore();

/** Runs the action, and everything asynchronous that it starts, in this context. */
export const runInContext = <T>(what: WorkContext, action: () => T): T => storage.run(what, action);

/** The time of a request in which it has to be answered. */
export interface RequestTime {
  /** Starts the time, or restarts it when an upload has progressed. */
  begin(): void;
  /**
   * Starts the time again at the end of the body. While a body arrives, the server waits only for its sender, who has
   * limits of their own.
   */
  beginAfter(body: Readable): void;
}

/** Returns the time of the present request, so that any code that sees progress can restart it. */
export function requestTime(): RequestTime {
  const from = currentContext()?.from;
  const begin = () => {
    if (from) from.endsAt = performance.now() + from.answerMs;
  };
  const beginAfter = (body: Readable) => {
    if (from) from.endsAt = Number.POSITIVE_INFINITY;
    body.once('end', begin);
    body.once('close', begin);
  };
  return { begin, beginAfter };
}

/**
 * As `runInContext`, without a span. An error thrown inside remembers the correlation id, so that any later log line of it
 * has it.
 */
export async function runCorrelated<T>(correlationId: string, action: () => Promise<T>): Promise<T> {
  try {
    return await runInContext({ correlationId, span: null }, action);
  } catch (error) {
    rememberFailure(error, correlationId);
    throw error;
  }
}

export function rememberFailure(error: unknown, correlationId: string): void {
  if (typeof error === 'object' && error !== null && !failedIn.has(error)) failedIn.set(error, correlationId);
}

/** The correlation id of a log line: that of the error, else that of the current context. */
export function correlationOf(error?: unknown): string | undefined {
  const failed = typeof error === 'object' && error !== null ? failedIn.get(error) : undefined;
  return failed ?? storage.getStore()?.correlationId;
}

import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span } from './tracer';

/** What goes on: for whom, and the part of a trace that it is. */
export interface Ongoing {
  /** Given to a request, kept by the events that it leads to and by what follows from them in other processes. */
  readonly correlationId: string;
  readonly span: Span | null;
}

const storage = new AsyncLocalStorage<Ongoing>();
const failedIn = new WeakMap<object, string>();

export const ongoing = (): Ongoing | undefined => storage.getStore();

/** Everything that the action does, asynchronously too, goes on under this. */
export const during = <T>(what: Ongoing, action: () => T): T => storage.run(what, action);

/** As `during`; what fails is known to have failed in it, whoever logs it later. */
export async function correlated<T>(correlationId: string, action: () => Promise<T>): Promise<T> {
  try {
    return await during({ correlationId, span: null }, action);
  } catch (error) {
    rememberFailure(error, correlationId);
    throw error;
  }
}

export function rememberFailure(error: unknown, correlationId: string): void {
  if (typeof error === 'object' && error !== null && !failedIn.has(error)) failedIn.set(error, correlationId);
}

/** The correlation id that a line of the log belongs to, if any. */
export function correlationOf(error?: unknown): string | undefined {
  const failed = typeof error === 'object' && error !== null ? failedIn.get(error) : undefined;
  return failed ?? storage.getStore()?.correlationId;
}

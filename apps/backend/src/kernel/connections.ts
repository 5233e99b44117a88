import { AsyncLocalStorage } from 'node:async_hooks';
import { StoreUnavailable } from './store-errors';

/** Methods that adapters of servers have in addition to their port. */
export interface Connecting {
  /**
   * Calls the listener with every connection that is made, before anything is answered over it: another server may be behind the
   * address by then. Returns a function that ends it.
   */
  onConnected(listener: () => void): () => void;
}

/** The listeners of an adapter. */
export class Connections implements Connecting {
  private readonly listeners = new Set<() => void>();

  onConnected(listener: () => void): () => void {
    const entry = () => listener();
    this.listeners.add(entry);
    return () => void this.listeners.delete(entry);
  }

  readonly made = (): void => {
    for (const listener of this.listeners) listener();
  };
}

/** A call that met a connection over which the store was not compared yet: it was not sent. */
export class NotCompared extends StoreUnavailable {
  constructor() {
    super('The store was not compared over this connection yet', 'not-written');
  }
}

/** Null: calls that only may go over connections that were compared. Else what compares, with what to do once it was right. */
type Comparison = null | { readonly whenRight: (() => void)[] };

const comparisons = new AsyncLocalStorage<Comparison>();

/** Runs a call whose commands only go over connections that were compared; else it rejects with NotCompared. */
export const onlyCompared = <T>(call: () => Promise<T>): Promise<T> => comparisons.run(null, call);

/**
 * Runs a comparison, which goes over any connection. The connections that it used count as compared once it resolves.
 */
export async function comparing(compare: () => Promise<void>): Promise<void> {
  const whenRight: (() => void)[] = [];
  await comparisons.run({ whenRight }, compare);
  for (const note of whenRight) note();
}

/** Whether the caller compares. */
export const isComparing = (): boolean => Boolean(comparisons.getStore());

/** The connections of a client, by a name of each. */
export class ComparedConnections {
  private readonly compared = new Set<string>();

  /** It is a new one, whatever had its name before. */
  forget(name: string): void {
    this.compared.delete(name);
  }

  /**
   * Called before each command.
   * @throws NotCompared
   */
  use(name: string): void {
    const comparison = comparisons.getStore();
    if (comparison) comparison.whenRight.push(() => this.compared.add(name));
    else if (comparison === null && !this.compared.has(name)) throw new NotCompared();
  }
}

/** What the adapters of servers do beside their port. */
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

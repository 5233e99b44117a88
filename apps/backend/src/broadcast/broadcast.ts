/** From the projector to every api process: what was applied, in order, at most once; a listener that misses some falls back to polling or `resync`. */
export interface Broadcast {
  publish(channel: string, message: unknown): Promise<void>;
  /** Returns how to stop listening. A listener that throws does not hinder the others. */
  subscribe(channel: string, listener: (message: unknown) => void): () => void;
  close(): Promise<void>;
}

export const BROADCAST = Symbol('Broadcast');

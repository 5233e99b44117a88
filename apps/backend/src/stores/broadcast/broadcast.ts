/**
 * From one process to all: what was applied, who is there. Each listener hears the messages of one publisher in the order that they were
 * published in, at most once; one that missed some falls back to polling or `resync`.
 */
export interface Broadcast {
  /** Resolves once it is on its way, or lost: it never rejects because nobody can be reached. The message is JSON. */
  publish(channel: string, message: unknown): Promise<void>;
  /**
   * Returns how to stop listening. A listener that throws does not hinder the others.
   * @param onGap messages may have been missed, and what comes from now on will be heard; also told when listening has begun, if what
   * was published before that could be missed
   */
  subscribe(channel: string, listener: (message: unknown) => void, onGap?: () => void): () => void;
  close(): Promise<void>;
}

export const BROADCAST = Symbol('Broadcast');

/**
 * Publish/subscribe between all processes. A listener gets the messages of one publisher in order and at most once;
 * after a loss it has to poll or `resync`.
 */
export interface Broadcast {
  /** Resolves once the message is sent or lost; never rejects because a process is unreachable. The message is JSON. */
  publish(channel: string, message: unknown): Promise<void>;
  /**
   * Returns a function that ends the subscription. A listener that throws does not affect the others.
   * @param onGap called when messages may have been missed and further ones will arrive; also when the subscription
   * begins, if earlier messages could be missed
   */
  subscribe(channel: string, listener: (message: unknown) => void, onGap?: () => void): () => void;
  close(): Promise<void>;
}

export const BROADCAST = Symbol('Broadcast');

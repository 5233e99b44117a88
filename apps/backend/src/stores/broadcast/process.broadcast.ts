import type { Broadcast } from './broadcast';

/** Broadcast within one process. Messages arrive in the order of publishing, also when a listener publishes; none is lost. */
export class ProcessBroadcast implements Broadcast {
  private readonly listeners = new Map<string, Set<(message: unknown) => void>>();
  private handover: Promise<void> = Promise.resolve();
  private closed = false;

  publish(channel: string, message: unknown): Promise<void> {
    this.handover = this.handover.then(() => this.deliver(channel, message));
    return this.handover;
  }

  subscribe(channel: string, listener: (message: unknown) => void): () => void {
    const entry = (message: unknown) => listener(message);
    const listeners = this.listeners.get(channel) ?? new Set();
    this.listeners.set(channel, listeners.add(entry));
    return () => {
      listeners.delete(entry);
      if (listeners.size === 0 && this.listeners.get(channel) === listeners) this.listeners.delete(channel);
    };
  }

  async close(): Promise<void> {
    this.closed = true;
    this.listeners.clear();
  }

  private deliver(channel: string, message: unknown): void {
    if (this.closed) return;
    for (const listener of this.listeners.get(channel) ?? []) {
      // A listener that throws must not keep the message from the others; it polls instead.
      try {
        listener(message);
      } catch {}
    }
  }
}

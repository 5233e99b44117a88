import type { AllStreamSubscription } from '@eventstore/db-client';

/** The longest delay that a lost notification causes. */
const spuriousMs = 10_000;
const leastWaitMs = 50;
const maxWaitMs = 5_000;

/**
 * Notifies when a subscription delivers an event. The server drops a subscription after bursts and restarts; it is
 * renewed from the end of the log with growing waits. Each renewal notifies as well, so that events written meanwhile
 * are found.
 */
export class EventStoreDbNotifier {
  private readonly listeners = new Set<() => void>();
  private subscription: AllStreamSubscription | undefined;
  private failures = 0;
  private pending: NodeJS.Immediate | undefined;
  private again: NodeJS.Timeout | undefined;
  private spurious: NodeJS.Timeout | undefined;

  constructor(private readonly subscribe: () => AllStreamSubscription) {}

  listen(listener: () => void): () => void {
    // A new function each time, so that a listener added twice has to be removed twice.
    const entry = () => listener();
    this.listeners.add(entry);
    if (this.listeners.size === 1) this.open();
    return () => {
      if (this.listeners.delete(entry) && this.listeners.size === 0) this.close();
    };
  }

  /** Coalesces the notifications of one turn of the event loop. */
  notify(): void {
    this.pending ??= setImmediate(() => {
      this.pending = undefined;
      for (const listener of [...this.listeners]) {
        // A listener that throws finds the events at the next notification.
        try {
          listener();
        } catch {}
      }
    });
  }

  close(): void {
    this.listeners.clear();
    clearTimeout(this.again);
    clearInterval(this.spurious);
    clearImmediate(this.pending);
    this.pending = undefined;
    const { subscription } = this;
    this.subscription = undefined;
    subscription?.unsubscribe().catch(() => {});
  }

  private open(): void {
    this.spurious = setInterval(() => this.notify(), spuriousMs).unref();
    this.renew();
  }

  private renew(): void {
    const subscription = this.subscribe();
    this.subscription = subscription;
    const lost = () => {
      if (this.subscription !== subscription) return;
      this.subscription = undefined;
      const wait = Math.min(maxWaitMs, leastWaitMs * 2 ** this.failures++);
      this.again = setTimeout(() => this.renew(), wait * (0.5 + Math.random()));
    };
    subscription.on('confirmation', () => {
      this.failures = 0;
      this.notify();
    });
    subscription.on('data', () => this.notify());
    subscription.on('error', lost);
    subscription.on('end', lost);
    subscription.on('close', lost);
  }
}

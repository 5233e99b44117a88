import type { AllStreamSubscription } from '@eventstore/db-client';

/** A notification that got lost costs one such wait, no more. */
const spuriousMs = 10_000;
const leastWaitMs = 50;
const mostWaitMs = 5_000;

/**
 * Notifies when a subscription delivers anything. A subscription is dropped by every burst and restart, and then renewed from the end, with
 * growing waits; each renewal notifies, so that nothing that was written meanwhile stays unseen.
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
    // Wrapped, so that a function that listens twice has to be stopped twice.
    const entry = () => listener();
    this.listeners.add(entry);
    if (this.listeners.size === 1) this.open();
    return () => {
      if (this.listeners.delete(entry) && this.listeners.size === 0) this.close();
    };
  }

  /** Several notifications in one turn of the event loop become one. */
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
      const wait = Math.min(mostWaitMs, leastWaitMs * 2 ** this.failures++);
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

import { Injectable } from '@nestjs/common';
import { Clock } from '../cqrs/clock';

/** Several screens that come and go at once are told as one change. */
const settleMs = 300;

/** Who has the application open, on however many screens. */
@Injectable()
export class Presence {
  private readonly people = new Map<number, { screens: number; readonly since: number }>();
  private readonly listeners = new Set<() => void>();
  private timer: ReturnType<typeof setTimeout> | null = null;

  constructor(private readonly clock: Clock) {}

  enter(id: number): void {
    const known = this.people.get(id);
    if (known) known.screens++;
    else {
      this.people.set(id, { screens: 1, since: this.clock.now() });
      this.changed();
    }
  }

  leave(id: number): void {
    const known = this.people.get(id);
    if (!known || --known.screens > 0) return;
    this.people.delete(id);
    this.changed();
  }

  /** Everybody who is connected, with the moment of the first of their screens, in milliseconds. */
  connected(): ReadonlyMap<number, number> {
    return new Map([...this.people].map(([id, { since }]) => [id, since]));
  }

  /** Tells that somebody came or left. Returns how to stop it. */
  onChanged(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private changed(): void {
    this.timer ??= setTimeout(() => {
      this.timer = null;
      for (const listener of this.listeners) listener();
    }, settleMs).unref();
  }
}

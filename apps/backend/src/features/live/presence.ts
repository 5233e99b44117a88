import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Clock } from '../../kernel/clock';
import { BROADCAST, type Broadcast } from '../../stores/broadcast/broadcast';
import { ReplicatedMap } from './replicated-map';

/** Debounce in milliseconds: several screens that come or go together are one change. */
const debounceMs = 300;

/** The start of a connection in milliseconds since 1970, or the ids of people who look at a document. */
type Entry = number | readonly number[];

const personKey = (id: number) => `person:${id}`;
const roomKey = (room: string) => `room:${room}`;

/** Who is connected and who looks at which document, across screens and processes. */
@Injectable()
export class Presence implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly screens = new Map<number, number>();
  private readonly entries: ReplicatedMap<Entry>;
  private readonly listeners = new Set<() => void>();
  private readonly watchListeners = new Set<(room: string) => void>();
  private timer: ReturnType<typeof setTimeout> | null = null;

  constructor(
    private readonly clock: Clock,
    @Inject(BROADCAST) broadcast: Broadcast,
  ) {
    this.entries = new ReplicatedMap(broadcast, (keys) => this.othersChanged(keys));
  }

  onApplicationBootstrap(): void {
    this.entries.start();
  }

  onModuleDestroy(): void {
    this.entries.stop();
  }

  enter(id: number): void {
    const screens = this.screens.get(id) ?? 0;
    this.screens.set(id, screens + 1);
    if (screens > 0) return;
    this.entries.set(personKey(id), this.clock.now());
    this.changed();
  }

  leave(id: number): void {
    const screens = this.screens.get(id);
    if (screens === undefined) return;
    if (screens > 1) {
      this.screens.set(id, screens - 1);
      return;
    }
    this.screens.delete(id);
    this.entries.set(personKey(id), null);
    this.changed();
  }

  /** Connected people with the start of their earliest connection, in milliseconds since 1970. */
  connected(): ReadonlyMap<number, number> {
    const people = new Map<number, number>();
    for (const [key, since] of this.entries.all()) {
      if (typeof since !== 'number') continue;
      const id = Number(key.slice('person:'.length));
      people.set(id, Math.min(since, people.get(id) ?? since));
    }
    return people;
  }

  /** Sets who looks at a document through this process. */
  watch(room: string, people: readonly number[]): void {
    this.entries.set(roomKey(room), people.length > 0 ? people : null);
  }

  /** Ids of the people who look at a document in any process, without duplicates. */
  watching(room: string): readonly number[] {
    return [...new Set(this.entries.of(roomKey(room)).flat())];
  }

  /** Calls the listener when somebody connects or disconnects. Returns the function that unsubscribes. */
  onChanged(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Calls the listener with the room in which another process's watchers changed. Returns the function that unsubscribes. */
  onWatching(listener: (room: string) => void): () => void {
    this.watchListeners.add(listener);
    return () => this.watchListeners.delete(listener);
  }

  private othersChanged(keys: readonly string[]): void {
    if (keys.some((key) => key.startsWith('person:'))) this.changed();
    for (const key of keys) {
      if (!key.startsWith('room:')) continue;
      for (const listener of this.watchListeners) listener(key.slice('room:'.length));
    }
  }

  private changed(): void {
    this.timer ??= setTimeout(() => {
      this.timer = null;
      for (const listener of this.listeners) listener();
    }, debounceMs).unref();
  }
}

import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Clock } from '../../kernel/clock';
import { BROADCAST, type Broadcast } from '../../stores/broadcast/broadcast';
import { ReplicatedMap } from './replicated-map';

/** When a person connected, and since when nobody has moved at any of their screens (null: somebody has); in milliseconds since 1970. */
export interface Connection {
  readonly since: number;
  readonly idleSince: number | null;
}

/** A connection, how many screens somebody has, or the ids of people who look at a document. */
type Entry = Connection | number | readonly number[];

/** A screen; any object that identifies it. */
type ScreenKey = object;

const personKey = (id: number) => `person:${id}`;
const screensKey = (id: number) => `screens:${id}`;
const roomKey = (room: string) => `room:${room}`;

/** Connected people and the documents that they look at, across screens and processes. */
@Injectable()
export class Presence implements OnApplicationBootstrap, OnModuleDestroy {
  /** Since when each of their screens idles. */
  private readonly screens = new Map<number, Map<ScreenKey, number | null>>();
  /** When each connected at this process. */
  private readonly since = new Map<number, number>();
  private readonly entries: ReplicatedMap<Entry>;
  private readonly listeners = new Set<(ids: readonly number[]) => void>();
  private readonly watchListeners = new Set<(room: string) => void>();

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

  enter(id: number, screen: ScreenKey): void {
    const screens = this.screens.get(id) ?? new Map<ScreenKey, number | null>();
    this.screens.set(id, screens.set(screen, null));
    this.entries.set(screensKey(id), screens.size);
    this.say(id);
  }

  leave(id: number, screen: ScreenKey): void {
    const screens = this.screens.get(id);
    if (!screens?.delete(screen)) return;
    if (screens.size === 0) this.screens.delete(id);
    this.entries.set(screensKey(id), screens.size > 0 ? screens.size : null);
    this.say(id);
  }

  /** Called by a screen when nobody has moved there for a while, or when somebody moves again. */
  idles(id: number, screen: ScreenKey, idle: boolean): void {
    const screens = this.screens.get(id);
    if (!screens?.has(screen) || (screens.get(screen) !== null) === idle) return;
    screens.set(screen, idle ? this.clock.now() : null);
    this.say(id);
  }

  /** How many screens of the person are open, at all processes. */
  screensOf(id: number): number {
    return this.entries.of(screensKey(id)).reduce<number>((sum, count) => sum + (count as number), 0);
  }

  /** Connected people, each once: since the first of their connections, and idle when they are at every screen. */
  connected(): ReadonlyMap<number, Connection> {
    const people = new Map<number, Connection>();
    for (const [key, entry] of this.entries.all()) {
      if (!isConnection(entry)) continue;
      const id = Number(key.slice('person:'.length));
      const known = people.get(id);
      people.set(id, known ? together(known, entry) : entry);
    }
    return people;
  }

  /** Sets who looks at a document through this process. */
  watch(room: string, people: readonly number[]): void {
    this.entries.set(roomKey(room), people.length > 0 ? people : null);
  }

  /** Ids of the people who look at a document in any process, without duplicates. */
  watching(room: string): readonly number[] {
    return [...new Set(this.entries.of(roomKey(room)).flatMap((entry) => entry as readonly number[]))];
  }

  /** Calls the listener with the people who connect, disconnect, idle or move again. Returns the function that unsubscribes. */
  onChanged(listener: (ids: readonly number[]) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Calls the listener with the room in which another process's watchers changed. Returns the function that unsubscribes. */
  onWatching(listener: (room: string) => void): () => void {
    this.watchListeners.add(listener);
    return () => this.watchListeners.delete(listener);
  }

  private othersChanged(keys: readonly string[]): void {
    const ids = keys.flatMap((key) => (key.startsWith('person:') ? [Number(key.slice('person:'.length))] : []));
    if (ids.length > 0) this.changed(ids);
    for (const key of keys) {
      if (!key.startsWith('room:')) continue;
      for (const listener of this.watchListeners) listener(key.slice('room:'.length));
    }
  }

  private say(id: number): void {
    const screens = this.screens.get(id);
    let connection: Connection | null = null;
    if (screens === undefined) this.since.delete(id);
    else {
      const idle = [...screens.values()];
      const idleSince = idle.includes(null) ? null : Math.max(...(idle as number[]));
      const since = this.since.get(id) ?? this.clock.now();
      this.since.set(id, since);
      connection = { since, idleSince };
    }
    // One screen more or less of many changes nothing.
    if (this.entries.set(personKey(id), connection)) this.changed([id]);
  }

  private changed(ids: readonly number[]): void {
    for (const listener of this.listeners) listener(ids);
  }
}

const isConnection = (entry: Entry): entry is Connection => typeof entry === 'object' && 'since' in entry;

const together = (a: Connection, b: Connection): Connection => ({
  since: Math.min(a.since, b.since),
  idleSince: a.idleSince === null || b.idleSince === null ? null : Math.max(a.idleSince, b.idleSince),
});

import type {
  Change,
  PresenceItem,
  SocketCommands,
  SocketEvents,
  SocketHandshake,
  Watched,
  Watchers,
} from '@gos/contract';
import { comparePositions, type RefusalCode } from '@gos/domain';
import { useSyncExternalStore } from 'react';
import type { Socket } from 'socket.io-client';
import { untilSignOut } from './sign-out';
import { sleep } from './waits';
import { whileSeen } from './while-seen';

interface Handlers {
  /** Everything has to be read again: after the first connection, and when the missed changes cannot be sent one by one. */
  resync(): void;
  /** The server refused the connection: refresh or renew the session first. Resolves to false if that could not be tried. */
  refused(): Promise<boolean>;
}

const loadAgainMs = 2_000;
/** After a refusal the connection is tried again so much later, each time twice as much up to the most. */
const again = { firstMs: 5_000, mostMs: 120_000 } as const;
/** Interval at which a tab without a connection refetches its visible queries. */
export const pausedEveryMs = 30_000;

/** paused: too many tabs are connected, this one retries; lost: changes of others do not arrive; off: nothing listens. */
type Standing = 'live' | 'paused' | 'lost' | 'off';

/** How many are unread, and what is new; null: something may have been missed. */
export type NotificationNews = Parameters<SocketEvents['notification']>[0] | null;

/** One connection for the whole application; says what changed, and after a gap what was missed. */
class Live {
  private socket: Socket<SocketEvents, SocketCommands> | null = null;
  private isOver: AbortController | null = null;
  /** The log position up to which all changes have been received. */
  private position: string | null = null;
  private idle = false;
  private standing: Standing = 'off';
  private refusals = 0;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private stopAsking: (() => void) | null = null;
  private started = false;
  private starts = 0;
  private readonly watchers = new Set<() => void>();
  private readonly present = new Set<(watchers: Watchers) => void>();
  private readonly comings = new Set<(items: readonly PresenceItem[]) => void>();
  private readonly told = new Set<(news: NotificationNews) => void>();
  private readonly hearers = new Set<(changes: readonly Change[]) => void>();
  /** By model and id, how often. */
  private readonly watched = new Map<string, { readonly document: Watched; readonly times: number }>();

  get connected(): boolean {
    return this.standing === 'live' || this.standing === 'off';
  }

  get paused(): boolean {
    return this.standing === 'paused';
  }

  /** Loads the library only once a person is signed in. */
  async start(handlers: Handlers): Promise<void> {
    // Screens stay visible while their person signs out.
    if (this.started || untilSignOut().aborted) return;
    this.started = true;
    if (this.standing === 'off') this.standing = 'live';
    const start = ++this.starts;
    const isWanted = () => this.started && start === this.starts;
    const io = await this.library(isWanted);
    if (io === null) return;
    const socket: Socket<SocketEvents, SocketCommands> = io({
      transports: ['websocket'],
      reconnectionDelay: 300,
      reconnectionDelayMax: 5_000,
      // One that was begun while the server was away is given up soon, or it holds up the next for 20 s.
      timeout: 8_000,
      auth: (give) => give({ position: this.position } satisfies SocketHandshake),
    });
    this.socket = socket;
    let refused: RefusalCode | null = null;
    let first = true;
    socket.on('hello', ({ position }) => {
      this.refusals = 0;
      this.note(position);
      this.stand('live');
      // The screen was read before anybody listened.
      if (first) handlers.resync();
      else for (const listener of this.told) listener(null);
      first = false;
      for (const { document } of this.watched.values()) socket.emit('watch', document);
      if (this.idle) socket.emit('idle', { idle: true });
    });
    socket.on('changed', (changes) => {
      for (const { position } of changes) this.note(position);
      for (const hearer of this.hearers) hearer(changes);
    });
    socket.on('resync', () => {
      handlers.resync();
      for (const { document } of this.watched.values()) socket.emit('watch', document);
    });
    socket.on('problem', ({ code }) => {
      refused = code;
    });
    socket.on('presence', (watchers) => {
      for (const listener of this.present) listener(watchers);
    });
    socket.on('online', ({ items }) => {
      for (const listener of this.comings) listener(items);
    });
    socket.on('notification', (news) => {
      for (const listener of this.told) listener(news);
    });
    socket.on('disconnect', (reason) => {
      const code = refused;
      refused = null;
      if (this.socket !== socket) return;
      this.stand(code === 'limit.sockets' ? 'paused' : 'lost');
      if (this.paused) this.stopAsking ??= whileSeen(() => this.askWithout(handlers), pausedEveryMs);
      if (reason !== 'io server disconnect') return;
      if (code === null) this.connectAfter(1_000);
      else if (code === 'auth.required') this.connectOnceLetIn(handlers);
      else this.connectAfter(Math.min(again.firstMs * 2 ** this.refusals++, again.mostMs));
    });
    socket.on('connect_error', () => {
      if (this.socket === socket) this.stand('lost');
    });
    this.isOver = new AbortController();
    window.addEventListener('online', () => this.connectNow(), { signal: this.isOver.signal });
  }

  /** Instead of what waits for the next attempt, or for one that was begun while the net was away. */
  private connectNow(): void {
    clearTimeout(this.retry);
    if (this.socket === null || this.socket.connected) return;
    this.socket.disconnect();
    this.socket.connect();
  }

  private connectAfter(ms: number): void {
    clearTimeout(this.retry);
    this.retry = setTimeout(() => this.socket?.connect(), ms);
  }

  private connectOnceLetIn({ refused }: Handlers): void {
    refused().then(
      (ready) => this.connectAfter(ready ? 0 : 5_000),
      // Nobody is here any more.
      () => undefined,
    );
  }

  /** Refetches the visible queries; on a return to this tab, another tab may have been closed. */
  private askWithout(handlers: Handlers): void {
    handlers.resync();
    this.connectAfter(0);
  }

  /** Retries loading until it succeeds; returns null once it is no longer wanted. A connection cut just then must not go unnoticed. */
  private async library(isWanted: () => boolean) {
    while (isWanted()) {
      try {
        const { io } = await import('socket.io-client');
        if (isWanted()) return io;
      } catch {
        if (!isWanted()) break;
        this.stand('lost');
        await sleep(loadAgainMs);
      }
    }
    return null;
  }

  /** Marks the connection as lost, because the code that follows changes could not be loaded. */
  lose(): void {
    if (!this.started) this.stand('lost');
  }

  stop(): void {
    this.started = false;
    this.isOver?.abort();
    clearTimeout(this.retry);
    const { socket } = this;
    this.socket = null;
    socket?.disconnect();
    this.position = null;
    this.refusals = 0;
    this.stand('off');
  }

  subscribe = (watcher: () => void): (() => void) => {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  };

  /** Subscribes to changes. Not called when everything has to be read again. Returns a function that ends it. */
  hear(hearer: (changes: readonly Change[]) => void): () => void {
    this.hearers.add(hearer);
    return () => this.hearers.delete(hearer);
  }

  /** Notifies the server whether the person at this screen is idle. */
  tellIdle(idle: boolean): void {
    this.idle = idle;
    this.say('idle', { idle });
  }

  /** Notifies the server that a document is open and calls the listener with its other viewers. Returns a function that ends both. */
  watch(model: Watched['model'], id: number, listener: (watchers: Watchers) => void): () => void {
    const key = `${model}-${id}`;
    const document = { model, id };
    const heard = (watchers: Watchers) => {
      if (watchers.model === model && watchers.id === id) listener(watchers);
    };
    this.present.add(heard);
    this.watched.set(key, { document, times: (this.watched.get(key)?.times ?? 0) + 1 });
    this.say('watch', document);
    return () => {
      this.present.delete(heard);
      const times = (this.watched.get(key)?.times ?? 1) - 1;
      if (times > 0) this.watched.set(key, { document, times });
      else {
        this.watched.delete(key);
        this.say('unwatch', document);
      }
    };
  }

  /** Calls the listener with those who come, leave, work or idle. Returns a function that ends it. */
  hearPresence(listener: (items: readonly PresenceItem[]) => void): () => void {
    this.comings.add(listener);
    return () => this.comings.delete(listener);
  }

  /** Calls the listener when the reader is notified, or has read. Returns a function that ends it. */
  hearNotifications(listener: (news: NotificationNews) => void): () => void {
    this.told.add(listener);
    return () => this.told.delete(listener);
  }

  /**
   * Keeps the latest position received over the socket. Positions in answers to commands do not count: earlier changes of others
   * may not have come yet.
   */
  private note(position: string | null): void {
    if (position !== null && (this.position === null || comparePositions(position, this.position) > 0))
      this.position = position;
  }

  /** Without a connection it would wait, and all be said at once when there is one; what holds then is said at its greeting. */
  private say<E extends keyof SocketCommands>(event: E, ...told: Parameters<SocketCommands[E]>): void {
    if (this.socket?.connected) this.socket.emit(event, ...told);
  }

  private stand(standing: Standing): void {
    if (standing !== 'paused') this.stopAsking?.();
    if (standing !== 'paused') this.stopAsking = null;
    if (this.standing === standing) return;
    this.standing = standing;
    for (const watcher of this.watchers) watcher();
  }
}

export const live = new Live();

/** False while changes of others do not arrive. */
export function useConnected(): boolean {
  return useSyncExternalStore(live.subscribe, () => live.connected);
}

/** Whether this tab gets no connection, as too many others have one. */
export function usePaused(): boolean {
  return useSyncExternalStore(live.subscribe, () => live.paused);
}

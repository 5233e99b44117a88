import type {
  Change,
  PresenceItem,
  SocketCommands,
  SocketEvents,
  SocketHandshake,
  Watched,
  Watchers,
} from '@gos/contract';
import { comparePositions } from '@gos/domain';
import { useSyncExternalStore } from 'react';
import type { Socket } from 'socket.io-client';

interface Handlers {
  /** Everything has to be read again: after the first connection, and when the missed changes cannot be sent one by one. */
  resync(): void;
  /** Refused by the server: the session has to be refreshed or begun anew first; false when that could not be tried. */
  refused(): Promise<boolean>;
}

const loadAgainMs = 2_000;

/** How many are unread, and what is new; null: something may have been missed. */
export type NotificationNews = Parameters<SocketEvents['notification']>[0] | null;

/** One connection for the whole application; says what changed, and after a gap what was missed. */
class Live {
  private socket: Socket<SocketEvents, SocketCommands> | null = null;
  private isOver: AbortController | null = null;
  /** The log position up to which all changes have been received. */
  private position: string | null = null;
  private idle = false;
  private online = false;
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
    return this.online || !this.started;
  }

  /** The library comes when there is somebody to tell. */
  async start(handlers: Handlers): Promise<void> {
    if (this.started) return;
    this.started = true;
    this.online = true;
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
    let refused = false;
    let first = true;
    socket.on('hello', ({ position }) => {
      refused = false;
      this.note(position);
      this.setOnline(true);
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
    socket.on('problem', () => {
      refused = true;
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
      this.setOnline(false);
      if (reason !== 'io server disconnect' || this.socket !== socket) return;
      const again = () => this.socket === socket && socket.connect();
      if (refused) void handlers.refused().then((ready) => (ready ? again() : setTimeout(again, 5_000)));
      else setTimeout(again, 1_000);
    });
    socket.on('connect_error', () => this.setOnline(false));
    this.isOver = new AbortController();
    window.addEventListener('online', () => this.connectNow(), { signal: this.isOver.signal });
  }

  /** Instead of what waits for the next attempt, or for one that was begun while the net was away. */
  private connectNow(): void {
    if (this.socket === null || this.socket.connected) return;
    this.socket.disconnect();
    this.socket.connect();
  }

  /** Asked for again until it is there; null when nobody wants it any more. A line that is cut just then must not stay unnoticed. */
  private async library(isWanted: () => boolean) {
    while (isWanted()) {
      try {
        const { io } = await import('socket.io-client');
        if (isWanted()) return io;
      } catch {
        if (!isWanted()) break;
        this.setOnline(false);
        await new Promise((resolve) => setTimeout(resolve, loadAgainMs));
      }
    }
    return null;
  }

  stop(): void {
    this.started = false;
    this.isOver?.abort();
    this.socket?.disconnect();
    this.socket = null;
    this.position = null;
    this.setOnline(false);
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

  /** Tells the server that nobody moves at this screen, or somebody again. */
  tellIdle(idle: boolean): void {
    this.idle = idle;
    this.socket?.emit('idle', { idle });
  }

  /** Tells the server that a document is being looked at, and calls the listener with who else does. Returns a function that ends both. */
  watch(model: Watched['model'], id: number, listener: (watchers: Watchers) => void): () => void {
    const key = `${model}-${id}`;
    const document = { model, id };
    const heard = (watchers: Watchers) => {
      if (watchers.model === model && watchers.id === id) listener(watchers);
    };
    this.present.add(heard);
    this.watched.set(key, { document, times: (this.watched.get(key)?.times ?? 0) + 1 });
    this.socket?.emit('watch', document);
    return () => {
      this.present.delete(heard);
      const times = (this.watched.get(key)?.times ?? 1) - 1;
      if (times > 0) this.watched.set(key, { document, times });
      else {
        this.watched.delete(key);
        this.socket?.emit('unwatch', document);
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

  private setOnline(online: boolean): void {
    if (this.online === online) return;
    this.online = online;
    for (const watcher of this.watchers) watcher();
  }
}

export const live = new Live();

/** False while changes of others do not arrive. */
export function useConnected(): boolean {
  return useSyncExternalStore(live.subscribe, () => live.connected);
}

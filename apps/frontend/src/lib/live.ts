import type { Change, PersonRef } from '@gos/contract';
import { comparePositions } from '@gos/domain';
import { useSyncExternalStore } from 'react';
import type { Socket } from 'socket.io-client';

export interface Presence {
  readonly model: string;
  readonly id: number;
  readonly users: readonly PersonRef[];
}

interface Handlers {
  changed(changes: readonly Change[]): void;
  /** What changed cannot be told one by one: after a long gap, and before the first connection. */
  resync(): void;
  /** Refused by the server: the session has to be refreshed or begun anew first; false when that could not be tried. */
  refused(): Promise<boolean>;
}

/** One connection for the whole application; says what changed, and after a gap what was missed. */
class Live {
  private socket: Socket | null = null;
  /** Up to here everything was told. */
  private position: string | null = null;
  private online = false;
  private started = false;
  private starts = 0;
  private readonly watchers = new Set<() => void>();
  private readonly present = new Set<(presence: Presence) => void>();
  private readonly comings = new Set<() => void>();
  private readonly hearers = new Set<(changes: readonly Change[]) => void>();
  private watched = new Map<string, number>();

  get connected(): boolean {
    return this.online || !this.started;
  }

  /** The library comes when there is somebody to tell. */
  async start(handlers: Handlers): Promise<void> {
    if (this.started) return;
    this.started = true;
    this.online = true;
    const start = ++this.starts;
    const { io } = await import('socket.io-client');
    if (!this.started || start !== this.starts) return;
    const socket = io({
      transports: ['websocket'],
      reconnectionDelay: 300,
      reconnectionDelayMax: 5_000,
      auth: (give) => give({ position: this.position }),
    });
    this.socket = socket;
    let refused = false;
    let first = true;
    socket.on('hello', ({ position }: { position: string | null }) => {
      refused = false;
      this.note(position);
      this.setOnline(true);
      // The screen was read before anybody listened.
      if (first) handlers.resync();
      first = false;
      for (const key of this.watched.keys()) socket.emit('watch', documentOf(key));
    });
    socket.on('changed', (changes: readonly Change[]) => {
      for (const { position } of changes) this.note(position);
      handlers.changed(changes);
      for (const hearer of this.hearers) hearer(changes);
    });
    socket.on('resync', () => {
      handlers.resync();
      for (const key of this.watched.keys()) socket.emit('watch', documentOf(key));
    });
    socket.on('problem', () => {
      refused = true;
    });
    socket.on('presence', (presence: Presence) => {
      for (const listener of this.present) listener(presence);
    });
    socket.on('online', () => {
      for (const listener of this.comings) listener();
    });
    socket.on('disconnect', (reason) => {
      this.setOnline(false);
      if (reason !== 'io server disconnect' || this.socket !== socket) return;
      const again = () => this.socket === socket && socket.connect();
      if (refused) void handlers.refused().then((ready) => (ready ? again() : setTimeout(again, 5_000)));
      else setTimeout(again, 1_000);
    });
    socket.on('connect_error', () => this.setOnline(false));
  }

  stop(): void {
    this.started = false;
    this.socket?.disconnect();
    this.socket = null;
    this.position = null;
    this.setOnline(false);
  }

  subscribe = (watcher: () => void): (() => void) => {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  };

  /** Tells a screen what changed while it is shown; what cannot be told one by one is renewed for it. Returns how to stop. */
  hear(hearer: (changes: readonly Change[]) => void): () => void {
    this.hearers.add(hearer);
    return () => this.hearers.delete(hearer);
  }

  /** Says that a document is being looked at, and hears who else does. Returns how to stop. */
  watch(model: string, id: number, listener: (presence: Presence) => void): () => void {
    const key = `${model}-${id}`;
    const heard = (presence: Presence) => {
      if (presence.model === model && presence.id === id) listener(presence);
    };
    this.present.add(heard);
    this.watched.set(key, (this.watched.get(key) ?? 0) + 1);
    this.socket?.emit('watch', { model, id });
    return () => {
      this.present.delete(heard);
      const left = (this.watched.get(key) ?? 1) - 1;
      if (left > 0) this.watched.set(key, left);
      else {
        this.watched.delete(key);
        this.socket?.emit('unwatch', { model, id });
      }
    };
  }

  /** Tells that somebody came or left, not who. Returns how to stop. */
  hearPresence(listener: () => void): () => void {
    this.comings.add(listener);
    return () => this.comings.delete(listener);
  }

  /** Only what came by this connection: an answer to a command tells nothing of what others did before it. */
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

function documentOf(key: string) {
  const at = key.lastIndexOf('-');
  return { model: key.slice(0, at), id: Number(key.slice(at + 1)) };
}

export const live = new Live();

/** False while changes of others do not arrive. */
export function useConnected(): boolean {
  return useSyncExternalStore(live.subscribe, () => live.connected);
}

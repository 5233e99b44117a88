import type { RefusalCode } from '@gos/domain';
import type { PersonRef } from '../kernel/answer';
import type { Change, LiveModel } from './change';

/** A document that somebody looks at. */
export interface Watched {
  readonly model: Exclude<LiveModel, 'user'>;
  readonly id: number;
}

export interface Watchers extends Watched {
  readonly users: readonly PersonRef[];
}

interface At {
  readonly position: string | null;
}

/** What a browser tells when it connects, as `auth`: up to where it was told everything. */
export type SocketHandshake = At;

/** What the server sends, by event. */
export interface SocketEvents {
  /** The first one of a connection, after what was missed since the handshake's position. */
  hello(at: At): void;
  changed(changes: readonly Change[]): void;
  /** What was missed cannot be told one by one, or the reader's rights changed. */
  resync(at: At): void;
  /** Why the connection ends. */
  problem(refusal: { readonly code: RefusalCode }): void;
  presence(watchers: Watchers): void;
  /** Somebody came or left. */
  online(nothing: Readonly<Record<string, never>>): void;
}

/** What a browser sends, by event; nothing is answered. */
export interface SocketCommands {
  watch(document: Watched): void;
  unwatch(document: Watched): void;
}

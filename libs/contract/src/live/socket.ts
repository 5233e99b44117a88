import type { RefusalCode } from '@gos/domain';
import type { PersonRef } from '../kernel/answer';
import type { NotificationAnswer } from '../notification/notification.answers';
import type { Change } from './change';
import type { PresenceItem } from './presence.answers';

/** A document that somebody looks at. */
export interface Watched {
  readonly model: 'task' | 'project' | 'board';
  readonly id: number;
}

export interface Watchers extends Watched {
  readonly users: readonly PersonRef[];
}

interface At {
  readonly position: string | null;
}

/** Sent by the browser as `auth` when it connects: the log position up to which it has received all changes; null at first. */
export type SocketHandshake = At;

/** The events that the server sends. */
export interface SocketEvents {
  /** Sent once per connection, after the changes since the handshake's position. */
  hello(at: At): void;
  changed(changes: readonly Change[]): void;
  /** Everything has to be read again: the missed changes cannot be sent one by one, or the reader's rights changed. */
  resync(at: At): void;
  /** Why the connection ends. */
  problem(refusal: { readonly code: RefusalCode }): void;
  presence(watchers: Watchers): void;
  /** The people whose presence changed, bundled once a second. People who left are away. */
  online(changed: { readonly items: readonly PresenceItem[] }): void;
  /**
   * How many notifications are unread, and the newest of those that are new, the latest first. Sent when one came or was read, at
   * most once a second.
   */
  notification(told: { readonly unread: number; readonly items: readonly NotificationAnswer[] }): void;
}

/** The events that a browser sends; none has an answer. */
export interface SocketCommands {
  watch(document: Watched): void;
  unwatch(document: Watched): void;
  /** Nobody has moved at this screen for five minutes, or somebody moves again. */
  idle(told: { readonly idle: boolean }): void;
}

import { type EventTable, evolveOf } from '../kernel/events';
import type { Instant, Message } from '../kernel/message';
import { without } from '../kernel/values';

/**
 * Events of `inbox-USER`: the notifications that a person has read, and the tasks whose notifications they limit to
 * mentions.
 */
export type InboxEvent =
  /** `upTo`: all notifications until then */
  | Message<'NotificationsRead', { readonly ids: readonly string[] } | { readonly upTo: Instant }>
  | Message<'TaskMuted', { readonly taskId: number }>
  | Message<'TaskUnmuted', { readonly taskId: number }>;

export interface Inbox {
  /** The number of events so far. */
  readonly revision: number;
  readonly muted: readonly number[];
}

export const emptyInbox: Inbox = { revision: 0, muted: [] };

export function inboxStream(userId: number): string {
  return `inbox-${userId}`;
}

const inboxEvents: EventTable<Inbox, InboxEvent> = {
  NotificationsRead: { fold: (inbox) => inbox },
  TaskMuted: { fold: (inbox, { data }) => ({ ...inbox, muted: [...without(inbox.muted, data.taskId), data.taskId] }) },
  TaskUnmuted: { fold: (inbox, { data }) => ({ ...inbox, muted: without(inbox.muted, data.taskId) }) },
};

const evolve = evolveOf(inboxEvents);
export const evolveInbox = (inbox: Inbox, event: InboxEvent): Inbox => ({
  ...evolve(inbox, event),
  revision: inbox.revision + 1,
});

import { aggregate, type CommandTable } from '../kernel/aggregate';
import { limits } from '../kernel/limits';
import type { Instant } from '../kernel/message';
import { refuseField } from '../kernel/refusal';
import { emptyInbox, evolveInbox, type Inbox, type InboxEvent, inboxStream } from './inbox';
import type { InboxBodies } from './inbox.bodies';

export interface InboxFacts {
  /** The unread ones among the notifications that the command names. */
  readonly unread: readonly string[];
  /** When the latest notification came; null when nothing is unread. */
  readonly latest: Instant | null;
}

const inboxCommands: CommandTable<InboxBodies, Inbox, InboxEvent, InboxFacts, null> = {
  read: {
    right: null,
    decide(_, { all }, { unread, latest }) {
      if (all) return latest === null ? [] : [{ type: 'NotificationsRead', data: { upTo: latest } }];
      return unread.length === 0 ? [] : [{ type: 'NotificationsRead', data: { ids: unread } }];
    },
  },
  mute: {
    right: null,
    decide({ muted }, { taskId }) {
      if (muted.includes(taskId)) return [];
      const { max } = limits.mutedTasks;
      if (muted.length >= max) return refuseField('id', 'validation.too-many', { max });
      return [{ type: 'TaskMuted', data: { taskId } }];
    },
  },
  unmute: {
    right: null,
    decide: ({ muted }, { taskId }) => (muted.includes(taskId) ? [{ type: 'TaskUnmuted', data: { taskId } }] : []),
  },
};

export const inboxAggregate = aggregate({
  name: 'inbox',
  initial: emptyInbox,
  evolve: (inbox: Inbox | null, event: InboxEvent) => evolveInbox(inbox ?? emptyInbox, event),
  streamOf: inboxStream,
  commands: inboxCommands,
  revisionOf: ({ revision }) => revision,
});

import type { Samples } from '../kernel/events';
import type { InboxEvent } from './inbox';

/** One realistic event of each type; an event type without a sample does not compile. */
export const inboxSamples = {
  NotificationsRead: {
    type: 'NotificationsRead',
    data: { ids: ['0b0e7c5a-6c1e-5f0e-9c57-0a8f3c1d2e4b-2'] },
  },
  TaskMuted: { type: 'TaskMuted', data: { taskId: 12 } },
  TaskUnmuted: { type: 'TaskUnmuted', data: { taskId: 12 } },
} satisfies Samples<InboxEvent>;

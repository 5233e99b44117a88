import { inboxBodies, notificationKinds } from '@gos/domain';
import { commandDone } from '../kernel/command-done';
import { operations } from '../kernel/operation';
import { describedAsList, describedAsTexts, explained, param } from '../kernel/query';
import { notificationAnswers } from './notification.answers';
import { notificationRoutes } from './notification.routes';

export const notificationOperations = operations('Notification', notificationRoutes, {
  list: {
    body: null,
    query: {
      sort: [],
      filters: { kind: describedAsList(param.choice(notificationKinds)), task: describedAsTexts(param.id) },
      own: { unread: explained(param.flag, 'only those that are unread, or those that are read') },
      words: null,
    },
    answer: notificationAnswers.list,
  },
  read: { id: 'readNotifications', body: inboxBodies.read, answer: notificationAnswers.read },
  muted: { id: 'getTaskMute', body: null, answer: notificationAnswers.muted },
  mute: { id: 'muteTask', body: null, answer: commandDone },
  unmute: { id: 'unmuteTask', body: null, answer: commandDone },
});

import { inboxBodies, notificationKinds } from '@gos/domain';
import { plainCommand, plainCommandWith } from '../kernel/command-done';
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
  read: {
    ...plainCommandWith('Mark some or all as read', inboxBodies.read),
    id: 'readNotifications',
    answer: notificationAnswers.read,
  },
  muted: { id: 'getTaskMute', body: null, answer: notificationAnswers.muted },
  mute: { ...plainCommand('Be told nothing of the task but mentions'), id: 'muteTask' },
  unmute: { ...plainCommand('Be told of the task again'), id: 'unmuteTask' },
});

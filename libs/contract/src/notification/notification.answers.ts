import { notificationKinds, type TypeOf } from '@gos/domain';
import { choice, day, described, flag, instant, integer, orNull, text } from '@gos/domain/kernel/shape';
import { answer, arrayOf, person } from '../kernel/answer';
import { commandDoneFields } from '../kernel/command-done';

/** Both are null when the reader may not see it any more. */
const seenNow = answer('NotificationSubject', { id: orNull(integer()), name: orNull(text()) });

const notification = answer('Notification', {
  id: text(),
  kind: choice(notificationKinds),
  at: instant,
  by: described(orNull(person), { description: 'null: the system' }),
  task: described(orNull(seenNow), { description: 'With nulls when it may not be seen any more' }),
  project: described(orNull(seenNow), { description: 'Only of what is told of a project itself' }),
  solver: described(orNull(person), { description: 'To whom the task was given' }),
  onBehalfOf: described(orNull(person), { description: 'The contractor for whom `by` accepted' }),
  month: described(orNull(text()), { description: 'The month of attendance, such as `2026-11`' }),
  days: described(arrayOf(day), { description: 'Days of the month on which nothing was recorded' }),
  closedTo: described(orNull(day), { description: 'The last closed day of the month' }),
  reason: described(orNull(text()), { description: 'That `by` gave' }),
  read: flag,
});
export type NotificationAnswer = TypeOf<typeof notification>;

const unread = described(integer(), { description: 'How many are unread of all that there are' });

export const notificationAnswers = {
  list: answer('NotificationPage', {
    items: arrayOf(notification),
    total: integer(),
    page: integer(),
    pageSize: integer(),
    unread,
  }),
  read: answer('ReadNotifications', { ...commandDoneFields, unread }),
  muted: answer('TaskMute', { muted: flag }),
};
export type NotificationPage = TypeOf<typeof notificationAnswers.list>;

import type { InboxBodies } from '@gos/domain';
import type { RoutesOf } from '../kernel/route';

/** The keys of commands are the command types. */
export const notificationRoutes = {
  list: 'GET /me/notifications',
  read: 'POST /me/notifications/read',
  muted: 'GET /tasks/{id}/mute',
  mute: 'PUT /tasks/{id}/mute',
  unmute: 'DELETE /tasks/{id}/mute',
} as const satisfies RoutesOf<keyof InboxBodies>;

/** Links in e-mails; both answer a page. */
export const unsubscribePages = {
  ask: { id: 'askUnsubscribe', route: 'GET /unsubscribe/{token}' },
  confirm: { id: 'unsubscribe', route: 'POST /unsubscribe/{token}' },
} as const;

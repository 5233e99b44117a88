import type { NotificationAnswer } from '@gos/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { takeNews } from '../../entities/notification/notifications.api';
import { announce } from '../../lib/announce';
import { live } from '../../lib/live';
import { useEventCallback } from '../../lib/use-event-callback';
import { isAllowed } from './browser-notices';
import { useNotificationWords } from './notification-words';
import { useNotificationsT } from './notifications-texts';

/** Adds new notifications to the list and announces them: to screen readers, and by the browser if turned on. */
export function useNotificationNews(): void {
  const t = useNotificationsT();
  const client = useQueryClient();
  const navigate = useNavigate();
  const words = useNotificationWords();

  const tell = useEventCallback((items: readonly NotificationAnswer[]) => {
    const [newest] = items;
    if (!newest) return;
    const { sentence, what } = words(newest);
    announce(t('notifications.came', { sentence, what }));
    if (document.visibilityState === 'visible' || !isAllowed()) return;
    // The same id in several tabs is one notice.
    const notice = new Notification(sentence, { body: what, tag: newest.id, icon: '/icon.svg' });
    notice.onclick = () => {
      window.focus();
      notice.close();
      const taskId = newest.task?.id ?? undefined;
      if (taskId !== undefined) void navigate({ to: '.', search: (previous: object) => ({ ...previous, taskId }) });
    };
  });

  useEffect(
    () =>
      live.hearNotifications((news) => {
        takeNews(client, news);
        tell(news?.items.filter(({ read, task }) => !read && task?.id !== null) ?? []);
      }),
    [client, tell],
  );
}

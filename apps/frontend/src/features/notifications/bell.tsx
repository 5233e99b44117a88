import { UnstyledButton } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentPropsWithRef, lazy, Suspense, useMemo, useState } from 'react';
import { countText, notificationsQuery, readAll, useUnread } from '../../entities/notification/notifications.api';
import { type PaletteCommand, useCommands } from '../../lib/commands';
import { LazyPopup } from '../../ui/lazy-popup';
import pieces from '../../ui/pieces.module.css';
import classes from './notifications.module.css';
import { NotificationsTexts, useNotificationsT } from './notifications-texts';
import { useNotificationNews } from './use-notification-news';

const loadPopover = () => import('./notification-popups').then((module) => ({ default: module.NotificationPopover }));
const NotificationPopover = lazy(loadPopover);
const NotificationScreen = lazy(() =>
  import('./notification-popups').then((module) => ({ default: module.NotificationScreen })),
);

function BellButton({ phone, ...props }: ComponentPropsWithRef<'button'> & { readonly phone?: boolean }) {
  const t = useNotificationsT();
  const unread = useUnread();
  return (
    <UnstyledButton
      {...props}
      className={classes.bell}
      data-bell
      data-phone={phone}
      aria-label={t('notifications.bell', { count: unread })}
      title={t('notifications.title')}
    >
      <IconBell size={phone ? 22 : 18} stroke={1.75} aria-hidden />
      {unread > 0 && (
        <span className={`${pieces.arrives} ${classes.count}`} aria-hidden>
          {countText(unread)}
        </span>
      )}
    </UnstyledButton>
  );
}

const button = (props: ComponentPropsWithRef<'button'>) => <BellButton {...props} />;

function useBellCommands() {
  const t = useNotificationsT();
  const client = useQueryClient();
  const isUnread = useUnread() > 0;
  const commands = useMemo((): PaletteCommand[] => {
    const group = t('search.commands');
    const click = () => document.querySelector<HTMLElement>('[data-bell]')?.click();
    const all = { id: 'notifications-read', label: t('notifications.read-all'), group, run: () => readAll(client) };
    return [
      { id: 'notifications', label: t('notifications.title'), key: 'u', group, run: click },
      ...(isUnread ? [all] : []),
    ];
  }, [t, client, isUnread]);
  useCommands(commands);
}

function PhoneBell() {
  const [opened, setOpened] = useState<boolean | null>(null);
  return (
    <>
      <BellButton phone aria-haspopup="dialog" aria-expanded={opened === true} onClick={() => setOpened(true)} />
      <Suspense>{opened !== null && <NotificationScreen opened={opened} onClose={() => setOpened(false)} />}</Suspense>
    </>
  );
}

function AnyBell({ phone }: { readonly phone: boolean }) {
  useInfiniteQuery(notificationsQuery);
  useNotificationNews();
  useBellCommands();
  if (phone) return <PhoneBell />;
  return (
    <LazyPopup popup="dialog" load={loadPopover} button={button}>
      <NotificationPopover button={button} />
    </LazyPopup>
  );
}

/** How many notifications are unread, and the notifications by a click. */
export const Bell = (props: { readonly phone: boolean }) => (
  <NotificationsTexts>
    <AnyBell {...props} />
  </NotificationsTexts>
);

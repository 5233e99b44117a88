import { Drawer } from '@mantine/core';
import { LazyPopover } from '../../ui/lazy-menu';
import type { TriggerButton } from '../../ui/lazy-popup';
import { NotificationList } from './notification-list';
import classes from './notifications.module.css';
import { useNotificationsT } from './notifications-texts';

/** Below the bell. */
export function NotificationPopover({ button }: { readonly button: TriggerButton }) {
  const t = useNotificationsT();
  return (
    <LazyPopover
      button={button}
      label={t('notifications.title')}
      className={classes.dropdown}
      position="bottom-end"
      width={400}
      shadow="md"
      radius="md"
    >
      {(close) => <NotificationList onLeave={close} />}
    </LazyPopover>
  );
}

/** The whole screen of a phone. */
export function NotificationScreen({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  const t = useNotificationsT();
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size="100%"
      withCloseButton={false}
      attributes={{ content: { 'aria-label': t('notifications.title') } }}
      styles={{ body: { display: 'flex', flexDirection: 'column', height: '100dvh', padding: 0 } }}
    >
      <NotificationList onLeave={onClose} whole />
    </Drawer>
  );
}

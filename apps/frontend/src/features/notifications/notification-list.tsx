import type { NotificationAnswer } from '@gos/contract';
import { ActionIcon, Button, Group, Skeleton, Text, Title, Tooltip } from '@mantine/core';
import { IconChecks, IconSettings, IconX } from '@tabler/icons-react';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import {
  itemsIn,
  notificationsQuery,
  readAll,
  readOne,
  useUnread,
} from '../../entities/notification/notifications.api';
import { Failed } from '../../ui/empty-state';
import { useNear } from '../../ui/growing';
import pieces from '../../ui/pieces.module.css';
import { NotificationLine } from './notification-line';
import classes from './notifications.module.css';
import { useNotificationsT } from './notifications-texts';

function More({ onNear, busy, onClick }: { onNear: () => void; busy: boolean; onClick: () => void }) {
  const t = useNotificationsT();
  const element = useRef<HTMLDivElement>(null);
  useNear(element, onNear);
  return (
    <Group ref={element} justify="center" p={6}>
      <Button variant="subtle" size="xs" loading={busy} onClick={onClick}>
        {t('notifications.more')}
      </Button>
    </Group>
  );
}

interface ListProps {
  /** Closes the list after an item opens. */
  readonly onLeave: () => void;
  /** A screen of its own, which is closed by a button. */
  readonly whole?: boolean;
}

/** Lists notifications, the latest first, with their actions. */
export function NotificationList({ onLeave, whole }: ListProps) {
  const t = useNotificationsT();
  const client = useQueryClient();
  const unread = useUnread();
  const { data, isError, isFetching, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } =
    useInfiniteQuery(notificationsQuery);
  const items = data && itemsIn(data);
  const next = () => void fetchNextPage();
  function open(item: NotificationAnswer) {
    readOne(client, item);
    onLeave();
  }
  return (
    <>
      <Group
        component="header"
        wrap="nowrap"
        flex="none"
        gap={4}
        p="8px 10px 8px 16px"
        style={{ borderBottom: '1px solid var(--gos-line)' }}
      >
        <Title order={2} fz={14} lh="inherit" flex={1}>
          {t('notifications.title')}
        </Title>
        <Tooltip label={t('notifications.read-all')}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={whole ? 40 : 28}
            aria-label={t('notifications.read-all')}
            aria-disabled={unread === 0 || undefined}
            data-disabled={unread === 0 || undefined}
            onClick={() => unread > 0 && readAll(client)}
          >
            <IconChecks size={17} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={t('notifications.settings')}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={whole ? 40 : 28}
            aria-label={t('notifications.settings')}
            renderRoot={(props) => <Link {...props} to="/profile" hash="notifications" onClick={onLeave} />}
          >
            <IconSettings size={17} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
        {whole && (
          <ActionIcon variant="subtle" color="gray" size={40} aria-label={t('notifications.close')} onClick={onLeave}>
            <IconX size={18} stroke={1.75} />
          </ActionIcon>
        )}
      </Group>
      {!items && isError && <Failed text={t('notifications.error')} busy={isFetching} onRetry={() => void refetch()} />}
      {!items &&
        !isError &&
        [0, 1, 2, 3].map((row) => <Skeleton key={row} height={44} m={8} width="auto" radius={7} />)}
      {items?.length === 0 && (
        <Text inherit fz={13} c="dimmed" p="14px 16px">
          {t('notifications.empty')}
        </Text>
      )}
      {items && items.length > 0 && (
        <div className={classes.scroll} data-whole={whole}>
          <ul className={pieces.list} aria-label={t('notifications.title')}>
            {items.map((item) => (
              <NotificationLine key={item.id} item={item} onOpen={open} onRead={(one) => readOne(client, one)} />
            ))}
          </ul>
          {hasNextPage && <More key={items.length} onNear={next} busy={isFetchingNextPage} onClick={next} />}
        </div>
      )}
    </>
  );
}

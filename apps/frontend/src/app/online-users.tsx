import { UnstyledButton } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { Avatar } from '../entities/user/avatar';
import { presenceQuery } from '../entities/user/presence.api';
import { useMe } from '../entities/user/users.api';
import { useT } from '../i18n';
import { LazyPopup, type TriggerButton } from '../ui/lazy-popup';
import pieces from '../ui/pieces.module.css';
import classes from './online-users.module.css';

const loadList = () => import('./online-list').then((module) => ({ default: module.OnlineList }));
const OnlineList = lazy(loadList);

const maxCircles = 4;

/** Shows connected people: a few circles, and the whole list after a click. */
export function OnlineUsers({ wide = false }: { readonly wide?: boolean }) {
  const t = useT();
  const me = useMe();
  const { data } = useQuery(presenceQuery());
  const total = data?.total ?? 0;
  const others = (data?.items ?? []).filter(({ user }) => user.id !== me.id);
  const more = total - 1 - maxCircles;
  const shown = others.slice(0, more > 0 ? maxCircles - 1 : maxCircles);
  const button: TriggerButton = (props) => (
    <UnstyledButton
      {...props}
      className={classes.button}
      data-wide={wide || undefined}
      aria-label={t('online.label', { count: total })}
      title={t('online.title')}
    >
      {(wide || others.length === 0) && <IconUsers size={16} stroke={1.75} aria-hidden />}
      {wide ? (
        <span className={pieces.word}>{t('online.label', { count: total })}</span>
      ) : (
        <span className={classes.circles}>
          {shown.map(({ user }) => (
            <Avatar key={user.id} person={user} size={24} decorative />
          ))}
          {more > 0 && <span className={classes.more}>+{more + 1}</span>}
        </span>
      )}
    </UnstyledButton>
  );
  return (
    <LazyPopup popup="dialog" load={loadList} button={button}>
      <OnlineList button={button} total={total} />
    </LazyPopup>
  );
}

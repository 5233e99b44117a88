import type { PresenceItem } from '@gos/contract';
import { Skeleton, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { Avatar } from '../entities/user/avatar';
import { useMe } from '../entities/user/users.api';
import { useT } from '../i18n';
import { LazyPopover } from '../ui/lazy-menu';
import type { TriggerButton } from '../ui/lazy-popup';
import { fullMoment, timeText } from '../ui/moment-format';
import classes from './online-users.module.css';
import { presenceQuery } from './presence.api';

function OnlinePerson({ item: { user, since } }: { readonly item: PresenceItem }) {
  const t = useT();
  const me = useMe();
  const { locale } = useIntl();
  return (
    <li className={classes.person}>
      <span className={classes.withDot}>
        <Avatar person={user} size={22} decorative />
      </span>
      <span className={classes.name} title={user.name}>
        {user.name}
        {user.id === me.id && <span className={classes.quiet}> ({t('online.you')})</span>}
      </span>
      <time className={classes.quiet} dateTime={since} title={fullMoment(locale, since)}>
        {t('online.since', { time: timeText(locale, since) })}
      </time>
    </li>
  );
}

function OnlineLines({ total }: { readonly total: number }) {
  const t = useT();
  const [text, setText] = useState('');
  const [q] = useDebouncedValue(text.trim(), 120);
  const { data, isError } = useQuery(presenceQuery(q));
  const items = data?.items ?? [];
  const alone = total === 1 && q === '';
  return (
    <>
      <p className={classes.total}>{t('online.label', { count: total })}</p>
      <TextInput
        data-autofocus
        size="xs"
        leftSection={<IconSearch size={14} aria-hidden />}
        placeholder={t('online.find')}
        aria-label={t('online.find')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {!data && !isError && <Skeleton height={30} mt={10} radius={7} />}
      {isError && <p className={classes.note}>{t('online.failed')}</p>}
      {data && items.length === 0 && <p className={classes.note}>{t('online.nobody')}</p>}
      <ul className={classes.list} aria-label={t('online.title')}>
        {items.map((item) => (
          <OnlinePerson key={item.user.id} item={item} />
        ))}
      </ul>
      {data && data.total > items.length && <p className={classes.note}>+{data.total - items.length}</p>}
      {alone && <p className={classes.note}>{t('online.only-you')}</p>}
    </>
  );
}

/** Everybody who is connected, and one of them found by name. */
export function OnlineList({ button, total }: { readonly button: TriggerButton; readonly total: number }) {
  const t = useT();
  return (
    <LazyPopover
      button={button}
      label={t('online.title')}
      className={classes.dropdown}
      position="bottom-end"
      width={280}
      shadow="md"
      radius="md"
    >
      <OnlineLines total={total} />
    </LazyPopover>
  );
}

import type { PresenceItem } from '@gos/projections';
import { Popover, Skeleton, TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { fullMoment, timeText } from '../../components/task/moment-format';
import { PersonCircle } from '../../components/task/person-circle';
import { useT } from '../../i18n';
import { useMe } from '../session/session.api';
import classes from './online-users.module.css';
import { presenceQuery, useLivePresence } from './presence.api';

const mostCircles = 4;

function OnlinePerson({ item: { user, since } }: { readonly item: PresenceItem }) {
  const t = useT();
  const me = useMe();
  const { locale } = useIntl();
  return (
    <li className={classes.person}>
      <span className={classes.withDot}>
        <PersonCircle person={user} size={22} decorative />
      </span>
      <span className={classes.name} title={user.name}>
        {user.name}
        {user.id === me.id && <span className={classes.quiet}> ({t('online.you')})</span>}
      </span>
      <time className={classes.quiet} dateTime={since} title={fullMoment(locale, since)}>
        {t('online.since', { time: timeText(locale, new Date(since)) })}
      </time>
    </li>
  );
}

function OnlineList({ total }: { readonly total: number }) {
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

/** Who is connected now: a few circles, and everybody by a click. */
export function OnlineUsers({ wide = false }: { readonly wide?: boolean }) {
  const t = useT();
  const me = useMe();
  const [opened, setOpened] = useState(false);
  const { data } = useQuery(presenceQuery());
  useLivePresence();
  const total = data?.total ?? 0;
  const others = (data?.items ?? []).filter(({ user }) => user.id !== me.id);
  const more = total - 1 - mostCircles;
  const shown = others.slice(0, more > 0 ? mostCircles - 1 : mostCircles);
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={280} trapFocus shadow="md" radius="md">
      <Popover.Target>
        <UnstyledButton
          className={classes.button}
          data-wide={wide || undefined}
          aria-label={t('online.label', { count: total })}
          title={t('online.title')}
          onClick={() => setOpened(!opened)}
        >
          {(wide || others.length === 0) && <IconUsers size={16} stroke={1.75} aria-hidden />}
          {wide ? (
            <span className={classes.name}>{t('online.label', { count: total })}</span>
          ) : (
            <span className={classes.circles}>
              {shown.map(({ user }) => (
                <PersonCircle key={user.id} person={user} size={24} decorative />
              ))}
              {more > 0 && <span className={classes.more}>+{more + 1}</span>}
            </span>
          )}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('online.title')} className={classes.dropdown}>
        <OnlineList total={total} />
      </Popover.Dropdown>
    </Popover>
  );
}

import type { PresenceItem } from '@gos/contract';
import { type PlanType, planTypes } from '@gos/domain';
import { Box, Skeleton, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { memo, useState } from 'react';
import { useIntl } from 'react-intl';
import { Avatar } from '../entities/user/avatar';
import { PersonName, usePersonName } from '../entities/user/person-name';
import { holdsAll, presenceQuery } from '../entities/user/presence.api';
import { useMe } from '../entities/user/users.api';
import { useT } from '../i18n';
import { Choice } from '../ui/choice';
import { FailedLine } from '../ui/empty-state';
import { useGrowing } from '../ui/growing';
import { LazyPopover } from '../ui/lazy-menu';
import type { TriggerButton } from '../ui/lazy-popup';
import { fullMoment, timeText } from '../ui/moment-format';
import pieces from '../ui/pieces.module.css';
import { GroupTitle, Muted } from '../ui/quiet-text';
import classes from './online-users.module.css';

const OnlinePerson = memo(function OnlinePerson({
  item: { user, since, state, task },
}: {
  readonly item: PresenceItem;
}) {
  const t = useT();
  const nameOf = usePersonName();
  const me = useMe();
  const { locale } = useIntl();
  const values = { time: timeText(locale, since) };
  return (
    <li className={`${pieces.arrives} ${classes.person}`}>
      <span className={classes.withDot} data-state={state}>
        <Avatar person={user} size={22} decorative />
      </span>
      <span className={classes.who}>
        <span className={pieces.word} title={nameOf(user)}>
          <PersonName person={user} />
          {user.id === me.id && <span className={classes.quiet}> ({t('online.you')})</span>}
        </span>
        {task && (
          <span className={`${pieces.word} ${classes.work}`}>
            {task.id === null ? (
              t('online.working')
            ) : (
              <Link
                className={pieces.plainLink}
                to="."
                search={(previous: object) => ({ ...previous, taskId: task.id ?? undefined })}
                preload={false}
              >
                {task.name}
              </Link>
            )}
          </span>
        )}
      </span>
      <time className={classes.quiet} dateTime={since} title={fullMoment(locale, since)}>
        {state === 'idle' ? t('online.idle', values) : t('online.since', values)}
      </time>
    </li>
  );
});

const views = ['by-plan', 'all', 'not-planned'] as const;
type View = (typeof views)[number];

type Group = readonly [PlanType | 'all' | null, readonly PresenceItem[]];

/** Returns the people by group without empty groups; null is the group of people without a plan today. */
function groupsOf(items: readonly PresenceItem[], view: View): readonly Group[] {
  const withoutPlan = items.filter(({ plan }) => plan === null);
  if (view === 'all') return [['all', items]];
  if (view === 'not-planned') return [[null, withoutPlan]];
  const planned = planTypes.map((type): Group => [type, items.filter(({ plan }) => plan === type)]);
  return [...planned, [null, withoutPlan] as const].filter(([, people]) => people.length > 0);
}

/** The first people of all groups together. */
function firstOf(groups: readonly Group[], count: number): readonly Group[] {
  let left = count;
  return groups.flatMap(([group, people]): Group[] => {
    const first = people.slice(0, left);
    left -= first.length;
    return first.length > 0 ? [[group, first]] : [];
  });
}

const Note = ({ children }: { readonly children: string }) => <Muted mt={8}>{children}</Muted>;

function OnlineLines({ total }: { readonly total: number }) {
  const t = useT();
  const [text, setText] = useState('');
  const [view, setView] = useState<View>('by-plan');
  const [q] = useDebouncedValue(text.trim(), 120);
  const { data, isError, isFetching, refetch } = useQuery(presenceQuery(q));
  const items = data?.items ?? [];
  const groups = groupsOf(items, view);
  const shown = groups.reduce((sum, [, people]) => sum + people.length, 0);
  const { count, end } = useGrowing(shown);
  const alone = total === 1 && q === '';
  const nameOf = (group: PlanType | 'all' | null) =>
    group === null ? t('online.not-planned') : group === 'all' ? t('online.title') : t(`plan.type.${group}`);
  return (
    <>
      <Text inherit fw={600} mb={8}>
        {t('online.label', { count: total })}
      </Text>
      <Choice
        label={t('online.view')}
        values={views}
        value={view}
        text={(one) => t(`online.view.${one}`)}
        onChange={setView}
      />
      <TextInput
        data-autofocus
        size="xs"
        mt={8}
        leftSection={<IconSearch size={14} aria-hidden />}
        placeholder={t('online.find')}
        aria-label={t('online.find')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {!data && !isError && <Skeleton height={30} mt={10} radius={7} />}
      {!data && isError && <FailedLine text={t('online.failed')} busy={isFetching} onRetry={() => void refetch()} />}
      {data && shown === 0 && <Note>{t(q === '' ? 'online.all-planned' : 'online.nobody')}</Note>}
      <Box mah="min(60vh, 420px)" mt={8} style={{ overflowY: 'auto' }}>
        {firstOf(groups, count).map(([group, people]) => (
          <div key={group ?? 'none'}>
            {view === 'by-plan' && (
              <GroupTitle component="h3" mt={8} mb={2}>
                {nameOf(group)}
              </GroupTitle>
            )}
            <ul className={pieces.rows} aria-label={nameOf(group)}>
              {people.map((item) => (
                <OnlinePerson key={item.user.id} item={item} />
              ))}
            </ul>
          </div>
        ))}
        {end}
      </Box>
      {data && !holdsAll(data) && <Note>{t('online.not-shown', { count: data.total - items.length })}</Note>}
      {alone && <Note>{t('online.only-you')}</Note>}
    </>
  );
}

/** Everybody who is connected or working, by their plan of today, and one of them found by name. */
export function OnlineList({ button, total }: { readonly button: TriggerButton; readonly total: number }) {
  const t = useT();
  return (
    <LazyPopover
      button={button}
      label={t('online.title')}
      styles={{ dropdown: { padding: 12 } }}
      position="bottom-end"
      width={320}
      shadow="md"
      radius="md"
    >
      <OnlineLines total={total} />
    </LazyPopover>
  );
}

import type { MyChange, TaskCounts, TaskRowAnswer } from '@gos/contract';
import { Box, Button, Group, Skeleton, Text, Title } from '@mantine/core';
import { IconChevronRight, IconPlus, IconSettings, type TablerIcon } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import { useIntl } from 'react-intl';
import { ActivitySentence } from '../../entities/task/activity-sentence';
import { countsQuery } from '../../entities/task/counts.api';
import { DeadlineText, MomentText } from '../../entities/task/deadline-text';
import { NamedStateRing } from '../../entities/task/state-ring';
import { taskListQuery } from '../../entities/task/tasks.api';
import { Avatar } from '../../entities/user/avatar';
import { useMe } from '../../entities/user/users.api';
import { type MessageId, useT } from '../../i18n';
import { runtimeConfig } from '../../lib/runtime-config';
import { Card } from '../../ui/card';
import { FailedLine } from '../../ui/empty-state';
import { momentText } from '../../ui/moment-format';
import pieces from '../../ui/pieces.module.css';
import { useNow } from '../../ui/use-now';
import { anyTaskQuery, changesQuery, visitQuery } from './home.api';
import classes from './home.module.css';

/** The counted lists with open work, those that require an answer first. Planned tasks are for later. */
const waitingLists = {
  'to-accept': 'home.to-accept',
  'to-complete': 'home.to-complete',
  given: 'home.given',
  notified: 'home.notified',
} as const satisfies Record<Exclude<keyof TaskCounts, 'planned'>, MessageId>;
type WaitingList = keyof typeof waitingLists;

/** Entry of a list in the navigation. */
interface ListEntry {
  readonly to: LinkProps['to'];
  readonly icon: TablerIcon;
  readonly count?: keyof TaskCounts;
}

/** So many tasks of a list are shown; of those in which others act, only their number. */
const shownRows: Readonly<Record<WaitingList, number>> = { 'to-accept': 4, 'to-complete': 5, given: 0, notified: 0 };

const Heading = Title.withProps({ order: 2, fz: 11.5, fw: 600, lh: 'inherit', c: 'dimmed', mb: 10 });

function TaskLink({ id, children }: { readonly id: number; readonly children: ReactNode }) {
  return (
    <Link to="." search={(previous: object) => ({ ...previous, taskId: id })} className={classes.row} preload={false}>
      {children}
    </Link>
  );
}

function Row({ row, list }: { readonly row: TaskRowAnswer; readonly list: WaitingList }) {
  const other = list === 'to-accept' ? row.solver : row.contractor;
  return (
    <li>
      <TaskLink id={row.id}>
        <NamedStateRing state={row.state} />
        <span className={`${pieces.word} ${classes.name}`} title={row.name}>
          {row.name}
        </span>
        <span className={classes.when}>
          <DeadlineText deadline={row.deadline} done={row.state === 'solved'} />
        </span>
        {other && <Avatar person={other} size={20} />}
      </TaskLink>
    </li>
  );
}

interface WaitingProps {
  readonly list: WaitingList;
  readonly count: number;
  readonly entry: ListEntry;
}

function Waiting({ list, count, entry: { to, icon: Icon } }: WaitingProps) {
  const t = useT();
  const most = shownRows[list];
  const { data } = useQuery({
    ...taskListQuery({ list, page: 1, pageSize: 5, sort: 'deadline' }),
    enabled: most > 0,
  });
  const rows = data?.items.slice(0, most) ?? [];
  return (
    <Card component="li" className={classes.card}>
      <Link to={to} className={classes.cardHead}>
        <Icon size={18} stroke={1.75} aria-hidden />
        <span className={`${pieces.word} ${classes.name}`}>{t(waitingLists[list], { count })}</span>
        <IconChevronRight size={16} stroke={1.75} color="var(--gos-faint)" aria-hidden />
      </Link>
      {most > 0 && (
        <ul className={pieces.list}>
          {data
            ? rows.map((row) => <Row key={row.id} row={row} list={list} />)
            : Array.from({ length: Math.min(most, count) }, (_, place) => (
                <li key={place} className={classes.row}>
                  <Skeleton height={14} radius={4} />
                </li>
              ))}
        </ul>
      )}
    </Card>
  );
}

function Change({ change: { task, last, count } }: { readonly change: MyChange }) {
  const t = useT();
  return (
    <li>
      <TaskLink id={task.id}>
        {last.by === null ? (
          <IconSettings size={20} stroke={1.5} color="var(--gos-muted)" style={{ flex: 'none' }} aria-hidden />
        ) : (
          <Avatar person={last.by} size={22} decorative />
        )}
        <span className={classes.change}>
          <span className={`${pieces.word} ${classes.name}`} title={task.name}>
            {task.name}
          </span>
          <span className={classes.what}>
            <ActivitySentence item={last} brief />
            {count > 1 && ` ${t('home.changes.more', { count: count - 1 })}`}
          </span>
        </span>
        <span className={classes.when}>
          <MomentText at={last.at} />
        </span>
      </TaskLink>
    </li>
  );
}

function Changes() {
  const t = useT();
  const { locale } = useIntl();
  const now = useNow();
  const id = useId();
  const visit = useQuery(visitQuery);
  const since = visit.data?.since ?? null;
  const changes = useQuery({ ...changesQuery(since), enabled: visit.data !== undefined });
  const failed = [visit, changes].find(({ isError }) => isError);
  const items = changes.data?.items;
  if (items?.length === 0 && since === null) return null;
  return (
    <section aria-labelledby={id}>
      <Heading id={id}>{t(since === null ? 'home.changes.latest' : 'home.changes')}</Heading>
      {items === undefined &&
        (failed ? (
          <FailedLine text={t('home.changes.failed')} busy={failed.isFetching} onRetry={() => void failed.refetch()} />
        ) : (
          <Skeleton height={160} radius={10} />
        ))}
      {items?.length === 0 && since !== null && (
        <Text inherit c="dimmed" mb={16}>
          {t('home.changes.none', { time: momentText(locale, since, now, t) })}
        </Text>
      )}
      {items && items.length > 0 && (
        <Card component="ul" className={`${pieces.list} ${classes.card}`}>
          {items.map((change) => (
            <Change key={change.task.id} change={change} />
          ))}
        </Card>
      )}
    </section>
  );
}

const Step = Text.withProps({ inherit: true, c: 'dimmed', mt: 6, style: { overflowWrap: 'anywhere' } });

/** How an admin gets colleagues in, as the rule of registration allows. */
function BeginPeople() {
  const t = useT();
  switch (runtimeConfig().registration) {
    case 'open':
      return <Step>{t('home.begin.people', { address: `${window.location.origin}/register` })}</Step>;
    case 'invite':
      return (
        <Step>
          {t('home.begin.people-invite')} <Link to="/people/invitations">{t('home.begin.people-invite.link')}</Link>
        </Step>
      );
    case 'off':
      return (
        <Step>
          {t('home.begin.people-off')} <Link to="/admin/settings">{t('home.begin.people-off.link')}</Link>
        </Step>
      );
  }
}

/** The first steps where there is nothing yet. */
function Begin() {
  const t = useT();
  const me = useMe();
  return (
    <Card p="14px 16px" mb={20}>
      <Title order={2} fw={600} lh="inherit">
        {t('home.begin.title')}
      </Title>
      <Step>{t('home.begin.text')}</Step>
      {me.role === 'admin' && <BeginPeople />}
    </Card>
  );
}

/** @param entries those of the lists among them are led to */
export function HomeScreen({ entries }: { readonly entries: readonly ListEntry[] }) {
  const t = useT();
  const me = useMe();
  const id = useId();
  const { data: counts } = useQuery(countsQuery);
  const waiting = (Object.keys(waitingLists) as WaitingList[]).filter((list) => (counts?.[list] ?? 0) > 0);
  const nothing = counts !== undefined && waiting.length === 0;
  const { data: any } = useQuery({ ...anyTaskQuery, enabled: nothing });
  return (
    <div className={classes.home}>
      <Text inherit c="dimmed" mb={4}>
        {t('home.logged-in')}
      </Text>
      <Title fz={20} lh="inherit" mb={28} style={{ overflowWrap: 'anywhere' }}>
        {t('home.greeting', { name: me.name })}
      </Title>
      <div className={classes.columns}>
        <section aria-labelledby={id}>
          <Heading id={id}>{t('home.waiting')}</Heading>
          {nothing && (
            <Text inherit c="dimmed" mb={16}>
              {t('home.nothing')}
            </Text>
          )}
          {!counts && <Skeleton height={220} radius={10} />}
          <Box component="ul" mb={20} className={pieces.list}>
            {waiting.map((list) => (
              <Waiting
                key={list}
                list={list}
                count={counts![list]}
                entry={entries.find(({ count }) => count === list)!}
              />
            ))}
          </Box>
          {nothing && any?.total === 0 && <Begin />}
          <Group gap={8}>
            <Button component={Link} to="/tasks/new" leftSection={<IconPlus size={16} aria-hidden />}>
              {t('nav.new-task')}
            </Button>
            {nothing && me.mayCreateProjects && (
              <Button component={Link} to="/tasks/project-new" variant="default">
                {t('nav.new-project')}
              </Button>
            )}
          </Group>
        </section>
        <Changes />
      </div>
    </div>
  );
}

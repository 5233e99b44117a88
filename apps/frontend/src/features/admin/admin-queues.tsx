import type { AdminOverview, AdminQueue, JobState } from '@gos/contract';
import { Button, Group, Table } from '@mantine/core';
import { IconExternalLink, IconPlayerPauseFilled } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useIntl } from 'react-intl';
import { MomentText } from '../../entities/task/deadline-text';
import pieces from '../../ui/pieces.module.css';
import { PlainTable } from '../../ui/table';
import classes from './admin.module.css';
import { AdminSection } from './admin-section';
import { useAdminT } from './admin-texts';
import { useQueueName } from './queue-names';

const columns = ['waiting', 'active', 'delayed', 'failed'] as const satisfies readonly JobState[];

export const countOf = (queue: AdminQueue, state: JobState): number => queue[state === 'failed' ? 'dead' : state];

/** The list that a queue opens with: failed jobs before others. */
const firstTab = (queue: AdminQueue) =>
  (['failed', 'waiting', 'active', 'delayed'] as const).find((state) => countOf(queue, state) > 0) ?? 'schedules';

export const PausedMark = ({ text }: { readonly text: string }) => (
  <Group component="span" display="inline-flex" wrap="nowrap" flex="none" gap={3} c="var(--gos-returned)" fz={12}>
    <IconPlayerPauseFilled size={11} aria-hidden /> {text}
  </Group>
);

interface RowProps {
  readonly queue: AdminQueue;
  readonly chosen: boolean;
}

function QueueRow({ queue, chosen }: RowProps) {
  const t = useAdminT();
  const nameOf = useQueueName();
  const { formatNumber } = useIntl();
  const { name, failing, paused } = queue;
  const title = nameOf(name);
  return (
    <>
      <Table.Tr data-chosen={chosen || undefined} data-followed={failing !== null || undefined}>
        <Table.Td>
          <Group component="span" align="baseline" gap="2px 8px">
            <Link
              to="/admin/jobs"
              search={{ queue: name, jobs: firstTab(queue) }}
              className={`${classes.queueLink} ${pieces.plainLink}`}
              aria-current={chosen || undefined}
            >
              {title}
            </Link>{' '}
            {title !== name && <span className={classes.code}>{name}</span>}{' '}
            {paused && <PausedMark text={t('admin.queues.paused')} />}
          </Group>
        </Table.Td>
        {columns.map((state) => {
          const count = countOf(queue, state);
          return (
            <Table.Td key={state} className={classes.number}>
              {count === 0 ? (
                <span className={pieces.nothing}>0</span>
              ) : (
                <Link
                  to="/admin/jobs"
                  search={{ queue: name, jobs: state }}
                  className={`${classes.count} ${pieces.plainLink}`}
                  data-failed={state === 'failed' || undefined}
                  aria-label={t(`admin.queues.show.${state}`, { queue: title, count })}
                >
                  {formatNumber(count)}
                </Link>
              )}
            </Table.Td>
          );
        })}
      </Table.Tr>
      {failing && (
        <Table.Tr>
          <Table.Td colSpan={1 + columns.length} c="dimmed" fz={12.5} className={classes.failing}>
            {t('admin.queues.failing', { reason: failing.reason, attempts: failing.attempts })}{' '}
            <MomentText at={failing.nextAt} />
          </Table.Td>
        </Table.Tr>
      )}
    </>
  );
}

interface QueuesProps {
  readonly overview: Pick<AdminOverview, 'queues' | 'queuesPage'>;
  readonly chosen?: string | undefined;
}

/** Jobs by queue and state; each name and number leads to the jobs. */
export function Queues({ overview: { queues, queuesPage }, chosen }: QueuesProps) {
  const t = useAdminT();
  return (
    <AdminSection
      id="admin-queues"
      title={t('admin.queues')}
      action={
        queuesPage && (
          <Button
            component="a"
            href="/admin/queues"
            target="_blank"
            rel="noreferrer"
            variant="default"
            size="xs"
            leftSection={<IconExternalLink size={16} aria-hidden />}
          >
            {t('admin.queues.page')}
          </Button>
        )
      }
    >
      {queues === null && <p className={pieces.nothing}>{t('admin.unknown')}</p>}
      {queues?.length === 0 && <p className={pieces.nothing}>{t('admin.queues.empty')}</p>}
      {queues !== null && queues.length > 0 && (
        <PlainTable horizontalSpacing={6} aria-labelledby="admin-queues">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('admin.queues.name')}</Table.Th>
              {columns.map((state) => (
                <Table.Th key={state} className={classes.number}>
                  {t(`admin.jobs.${state}`)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {queues.map((queue) => (
              <QueueRow key={queue.name} queue={queue} chosen={queue.name === chosen} />
            ))}
          </Table.Tbody>
        </PlainTable>
      )}
    </AdminSection>
  );
}

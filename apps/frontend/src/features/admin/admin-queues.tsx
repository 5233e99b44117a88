import type { AdminOverview } from '@gos/contract';
import { Button, Table } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useIntl } from 'react-intl';
import { MomentText } from '../../entities/task/deadline-text';
import { PlainTable } from '../../ui/table';
import classes from './admin.module.css';
import { useAdminT } from './admin-texts';

interface QueuesProps {
  readonly overview: Pick<AdminOverview, 'queues' | 'queuesPage'>;
  readonly shown: string | null;
  /** Failed jobs of a queue are to be listed; null is of none. */
  readonly onShow: (queue: string | null) => void;
}

/** Jobs by queue and state. */
export function Queues({ overview: { queues, queuesPage }, shown, onShow }: QueuesProps) {
  const t = useAdminT();
  const { formatNumber } = useIntl();
  return (
    <section className={classes.section} aria-labelledby="admin-queues">
      <div className={classes.sectionHead}>
        <h2 id="admin-queues" className={classes.heading}>
          {t('admin.queues')}
        </h2>
        {queuesPage && (
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
        )}
      </div>
      {queues === null && <p className={classes.quiet}>{t('admin.unknown')}</p>}
      {queues?.length === 0 && <p className={classes.quiet}>{t('admin.queues.empty')}</p>}
      {queues !== null && queues.length > 0 && (
        <PlainTable horizontalSpacing={6} aria-labelledby="admin-queues">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('admin.queues.name')}</Table.Th>
              <Table.Th className={classes.number}>{t('admin.queues.waiting')}</Table.Th>
              <Table.Th className={classes.number}>{t('admin.queues.active')}</Table.Th>
              <Table.Th className={classes.number}>{t('admin.queues.delayed')}</Table.Th>
              <Table.Th className={classes.number}>{t('admin.queues.dead')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {queues.map(({ name, waiting, active, delayed, dead, failing }) => (
              <Table.Tr key={name}>
                <Table.Td>
                  <span className={classes.host}>{name}</span>
                  {failing && (
                    <p className={classes.quiet}>
                      {t('admin.queues.failing', { reason: failing.reason, attempts: failing.attempts })}{' '}
                      <MomentText at={failing.nextAt} />
                    </p>
                  )}
                </Table.Td>
                <Table.Td className={classes.number}>{formatNumber(waiting)}</Table.Td>
                <Table.Td className={classes.number}>{formatNumber(active)}</Table.Td>
                <Table.Td className={classes.number}>{formatNumber(delayed)}</Table.Td>
                <Table.Td className={classes.number}>
                  <Button
                    variant={dead > 0 ? 'light' : 'subtle'}
                    color={dead > 0 ? 'red' : 'gray'}
                    size="compact-xs"
                    aria-label={t('admin.queues.show', { queue: name, count: dead })}
                    aria-expanded={shown === name}
                    onClick={() => onShow(shown === name ? null : name)}
                  >
                    {formatNumber(dead)}
                  </Button>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </PlainTable>
      )}
    </section>
  );
}

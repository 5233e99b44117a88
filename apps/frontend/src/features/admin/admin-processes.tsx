import type { AdminProcess } from '@gos/contract';
import { Group, Table } from '@mantine/core';
import { MomentText } from '../../entities/task/deadline-text';
import pieces from '../../ui/pieces.module.css';
import { PlainTable } from '../../ui/table';
import classes from './admin.module.css';
import { Problem } from './admin-problem';
import { AdminSection } from './admin-section';
import { useAdminT } from './admin-texts';

/** Shows the processes of the installation and its leader. */
export function Processes({ processes }: { readonly processes: readonly AdminProcess[] }) {
  const t = useAdminT();
  return (
    <AdminSection id="admin-processes" title={t('admin.processes')}>
      {!processes.some(({ leads }) => leads) && <Problem>{t('admin.processes.nobody')}</Problem>}
      <PlainTable horizontalSpacing={6} aria-labelledby="admin-processes">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('admin.processes.role')}</Table.Th>
            <Table.Th>{t('admin.processes.where')}</Table.Th>
            <Table.Th className={classes.wide}>{t('admin.processes.version')}</Table.Th>
            <Table.Th>{t('admin.processes.since')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {processes.map(({ id, role, host, pid, version, since, leads, answers }) => (
            <Table.Tr key={id}>
              <Table.Td>
                <Group component="span" display="inline-flex" gap="4px 8px" fw={500}>
                  {t(`admin.role.${role}`)}
                  {leads && <span className={pieces.badge}>{t('admin.processes.leads')}</span>}
                  {answers && <span className={pieces.badge}>{t('admin.processes.answers')}</span>}
                </Group>
              </Table.Td>
              <Table.Td>
                <span style={{ overflowWrap: 'anywhere' }}>{host}</span>{' '}
                <span className={pieces.nothing}>{t('admin.processes.pid', { pid })}</span>
              </Table.Td>
              <Table.Td className={classes.wide}>{version}</Table.Td>
              <Table.Td>
                <MomentText at={since} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </PlainTable>
    </AdminSection>
  );
}

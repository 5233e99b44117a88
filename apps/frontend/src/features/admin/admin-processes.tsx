import type { AdminProcess } from '@gos/contract';
import { Table } from '@mantine/core';
import { MomentText } from '../../entities/task/deadline-text';
import classes from './admin.module.css';
import { useAdminTexts } from './admin-texts';

/** What the installation consists of, and who leads. */
export function Processes({ processes }: { readonly processes: readonly AdminProcess[] }) {
  const texts = useAdminTexts();
  const { processes: say } = texts;
  return (
    <section className={classes.section} aria-labelledby="admin-processes">
      <h2 id="admin-processes" className={classes.heading}>
        {say.title}
      </h2>
      {!processes.some(({ leads }) => leads) && (
        <p role="alert" className={classes.problem}>
          {say.nobody}
        </p>
      )}
      <Table className={classes.table} aria-labelledby="admin-processes">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{say.role}</Table.Th>
            <Table.Th>{say.where}</Table.Th>
            <Table.Th className={classes.wide}>{say.version}</Table.Th>
            <Table.Th>{say.since}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {processes.map(({ id, role, host, pid, version, since, leads, answers }) => (
            <Table.Tr key={id}>
              <Table.Td>
                <span className={classes.role}>
                  {texts.roles[role]}
                  {leads && <span className={classes.badge}>{say.leads}</span>}
                  {answers && <span className={classes.badge}>{say.answers}</span>}
                </span>
              </Table.Td>
              <Table.Td>
                <span className={classes.host}>{host}</span> <span className={classes.quiet}>{say.pid(pid)}</span>
              </Table.Td>
              <Table.Td className={classes.wide}>{version}</Table.Td>
              <Table.Td>
                <MomentText at={since} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}

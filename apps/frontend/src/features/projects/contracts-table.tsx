import type { Contract } from '@gos/domain';
import { Table } from '@mantine/core';
import { useT } from '../../i18n';
import { PlainTable } from '../../ui/table';
import classes from './information.module.css';

export function ContractsTable({ contracts }: { readonly contracts: readonly Contract[] }) {
  const t = useT();
  return (
    <div className={classes.contracts} style={{ overflowX: 'auto' }}>
      <PlainTable aria-label={t('project.field.contracts')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('project.contract.id')}</Table.Th>
            <Table.Th>{t('project.contract.name')}</Table.Th>
            <Table.Th>{t('project.contract.client')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {contracts.map(({ contractId, name, client }) => (
            <Table.Tr key={contractId}>
              <Table.Th scope="row">{contractId}</Table.Th>
              <Table.Td>{name}</Table.Td>
              <Table.Td>{client}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </PlainTable>
    </div>
  );
}

import { type Contract, type ProjectField, textOfHtml } from '@gos/domain';
import type { ReactNode } from 'react';
import { DayText } from '../../entities/task/deadline-text';
import { type MessageId, useT } from '../../i18n';

export const projectFieldMessages = {
  name: 'project.field.name',
  description: 'task.field.description',
  externalTicketSystemUrl: 'project.field.url',
  finishDate: 'project.field.finish-date',
  active: 'project.field.active',
  contracts: 'project.field.contracts',
} as const satisfies Record<ProjectField, MessageId>;

export function ProjectValue({ field, value }: { readonly field: string; readonly value: unknown }): ReactNode {
  const t = useT();
  if (field === 'active') return t(value === true ? 'project.state.active' : 'project.state.inactive');
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) {
    return t('task.value.none');
  }
  if (field === 'contracts' && Array.isArray(value)) {
    return (value as readonly Contract[]).map(({ contractId, name, client }) => (
      <div key={contractId}>{[contractId, name, client].filter(Boolean).join(' · ')}</div>
    ));
  }
  if (field === 'finishDate') return <DayText day={String(value)} />;
  return field === 'description' ? textOfHtml(String(value)) : String(value);
}

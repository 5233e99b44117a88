import type { Contract, ProjectField } from '@gos/domain';
import { textOfHtml } from '@gos/domain';
import type { ReactNode } from 'react';
import { DayText } from '../../entities/task/deadline-text';
import { type MessageId, useT } from '../../i18n';
import { LazyConflictDialog } from '../../ui/lazy-dialogs';
import classes from './project-form.module.css';
import type { ProjectConflict } from './use-project-form';

const projectFieldMessages = {
  name: 'project.field.name',
  description: 'task.field.description',
  externalTicketSystemUrl: 'project.field.url',
  finishDate: 'project.field.finish-date',
  active: 'project.field.active',
  contracts: 'project.field.contracts',
} as const satisfies Record<ProjectField, MessageId>;

function Value({ field, value }: { readonly field: string; readonly value: unknown }): ReactNode {
  const t = useT();
  if (field === 'active') return t(value === true ? 'project.state.active' : 'project.state.inactive');
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) {
    return t('task.value.none');
  }
  if (field === 'contracts' && Array.isArray(value)) {
    return (value as readonly Contract[]).map(({ contractId, name, client }) => (
      <span key={contractId} className={classes.sideLine}>
        {[contractId, name, client].filter(Boolean).join(' · ')}
      </span>
    ));
  }
  if (field === 'finishDate') return <DayText day={String(value)} />;
  return field === 'description' ? textOfHtml(String(value)) : String(value);
}

interface ProjectConflictDialogProps {
  readonly conflict: ProjectConflict;
  readonly onSettle: (conflict: ProjectConflict, overwritten: ReadonlySet<string>) => void;
  readonly onClose: () => void;
}

/** Fields of the project that somebody else wrote into meanwhile. */
export function ProjectConflictDialog({ conflict, onSettle, onClose }: ProjectConflictDialogProps) {
  const t = useT();
  return (
    <LazyConflictDialog
      conflicts={conflict.conflicts}
      nameOf={(path) => {
        const name = projectFieldMessages[path as ProjectField];
        return name ? t(name) : path;
      }}
      render={(path, value) => <Value field={path} value={value} />}
      keep={t('project.conflict.back')}
      onApply={(yours) => onSettle(conflict, yours)}
      onClose={onClose}
    />
  );
}

import type { Contract, ProjectField } from '@gos/domain';
import { textOfHtml } from '@gos/domain';
import { Modal, Radio } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { DayText } from '../../entities/task/deadline-text';
import { type MessageId, useT } from '../../i18n';
import { SmallButton } from '../../ui/buttons';
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

/** Two people wrote into one field: both values side by side, and a person decides. */
export function ProjectConflictDialog({ conflict, onSettle, onClose }: ProjectConflictDialogProps) {
  const t = useT();
  const [mine, setMine] = useState<ReadonlySet<string>>(new Set());
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('task.conflict.title')}
      size="lg"
      closeButtonProps={{ 'aria-label': t('app.close') }}
    >
      <p className={classes.note}>{t('task.conflict.help')}</p>
      {conflict.conflicts.map(({ path, theirs, yours }) => {
        const name = projectFieldMessages[path as ProjectField];
        return (
          <Radio.Group
            key={path}
            className={classes.conflict}
            label={name ? t(name) : path}
            value={mine.has(path) ? 'yours' : 'theirs'}
            onChange={(side) =>
              setMine(
                (present) => new Set([...present].filter((one) => one !== path).concat(side === 'yours' ? path : [])),
              )
            }
          >
            {(['theirs', 'yours'] as const).map((side) => (
              <Radio.Card key={side} value={side} className={classes.side}>
                <Radio.Indicator />
                <span className={classes.sideText}>
                  <span className={classes.sideName}>{t(`task.conflict.${side}`)}</span>
                  <span className={classes.sideValue}>
                    <Value field={path} value={side === 'theirs' ? theirs : yours} />
                  </span>
                </span>
              </Radio.Card>
            ))}
          </Radio.Group>
        );
      })}
      <div className={classes.buttons}>
        <SmallButton onClick={() => onSettle(conflict, mine)} data-autofocus>
          {t('task.conflict.apply')}
        </SmallButton>
        <SmallButton variant="default" onClick={onClose}>
          {t('project.conflict.back')}
        </SmallButton>
      </div>
    </Modal>
  );
}

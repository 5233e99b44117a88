import type { TaskAnswer } from '@gos/contract';
import { IconTrash } from '@tabler/icons-react';
import { MomentText } from '../../../entities/task/deadline-text';
import { PersonName } from '../../../entities/user/person-name';
import { useT } from '../../../i18n';
import { SmallButton } from '../../../ui/buttons';
import { classes } from './panel-classes';
import { usePanelTask } from './panel-task';

interface DeletedBannerProps {
  readonly deletion: NonNullable<TaskAnswer['deleted']>;
}

/** Marks a deleted task, with the time and person of the deletion. */
export function DeletedBanner({ deletion }: DeletedBannerProps) {
  const t = useT();
  const { task, actions } = usePanelTask();
  return (
    <section className={classes.deletion} aria-label={t('task.panel.deleted')}>
      <IconTrash size={16} stroke={1.75} aria-hidden />
      <p role="status">
        <strong>{t('task.panel.deleted')}</strong> <MomentText at={deletion.at} /> ·{' '}
        {deletion.by ? <PersonName person={deletion.by} /> : t('task.activity.system')} · {t('task.panel.read-only')}
      </p>
      {task.can.undelete === true && (
        <SmallButton variant="filled" onClick={() => void actions.run({ type: 'undelete', body: {} })}>
          {t('task.panel.bring-back')}
        </SmallButton>
      )}
    </section>
  );
}

import { useQuery } from '@tanstack/react-query';
import { deletedTaskQuery } from '../../../entities/task/tasks.api';
import { useT } from '../../../i18n';
import { SmallButton } from '../../../ui/buttons';
import type { TaskActions } from '../use-task-actions';
import { classes } from './panel-classes';

interface MissingTaskProps {
  readonly taskId: number;
  readonly titleId: string;
  readonly actions: TaskActions;
  readonly onClose: () => void;
}

/** Says that there is no such task; whoever may bring it back is told that it was deleted, and can. */
export function MissingTask({ taskId, titleId, actions, onClose }: MissingTaskProps) {
  const t = useT();
  const { data: found, isPending } = useQuery(deletedTaskQuery(taskId));
  const deleted = found?.can.undelete === true ? found : null;
  return (
    <div className={classes.missing} role="status">
      <h2 id={titleId}>
        {deleted ? t('task.panel.deleted', { name: deleted.name }) : !isPending && t('task.panel.missing')}
      </h2>
      {deleted && (
        <SmallButton variant="filled" onClick={() => void actions.run({ type: 'undelete', body: {} })}>
          {t('task.panel.bring-back')}
        </SmallButton>
      )}
      <SmallButton variant="default" onClick={onClose}>
        {t('task.panel.close')}
      </SmallButton>
    </div>
  );
}

import { useT } from '../../../i18n';
import { SmallButton } from '../../../ui/buttons';
import { classes } from './panel-classes';

interface MissingTaskProps {
  readonly titleId: string;
  readonly onClose: () => void;
}

/** States that the task does not exist. */
export function MissingTask({ titleId, onClose }: MissingTaskProps) {
  const t = useT();
  return (
    <div className={classes.missing} role="status">
      <h2 id={titleId}>{t('task.panel.missing')}</h2>
      <SmallButton variant="default" onClick={onClose}>
        {t('task.panel.close')}
      </SmallButton>
    </div>
  );
}

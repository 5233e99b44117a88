import { useT } from '../../../i18n';
import { SmallButton } from '../../../ui/buttons';
import { PanelMessage } from './panel-pieces';

interface MissingTaskProps {
  readonly titleId: string;
  readonly onClose: () => void;
}

/** States that the task does not exist. */
export function MissingTask({ titleId, onClose }: MissingTaskProps) {
  const t = useT();
  return (
    <PanelMessage titleId={titleId} title={t('task.panel.missing')} role="status">
      <SmallButton variant="default" onClick={onClose}>
        {t('task.panel.close')}
      </SmallButton>
    </PanelMessage>
  );
}

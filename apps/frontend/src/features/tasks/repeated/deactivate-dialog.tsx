import type { RepeatedTaskAnswer } from '@gos/contract';
import { AskDialog } from '../../../ui/ask-dialog';
import { useRepeatedT } from './repeated-texts';

interface DeactivateDialogProps {
  readonly definition: Pick<RepeatedTaskAnswer, 'name'>;
  readonly onAnswer: () => void;
  readonly onClose: () => void;
}

/** Says what becomes of its tasks, and that this is how a definition ends. */
export function DeactivateDialog({ definition, onAnswer, onClose }: DeactivateDialogProps) {
  const t = useRepeatedT();
  return (
    <AskDialog
      title={t('repeated.deactivate.title', { name: definition.name })}
      text={t('repeated.deactivate.text')}
      answer={t('repeated.action.deactivate')}
      final={false}
      onAnswer={() => {
        onClose();
        onAnswer();
      }}
      onClose={onClose}
    />
  );
}

import type { PositionAnswer } from '@gos/contract';
import { normalizeText, positionFieldChecks } from '@gos/domain';
import { TextInput } from '@mantine/core';
import { SmallButton } from '../../ui/buttons';
import { Dialog, DialogAnswers } from '../../ui/dialog';
import { useDraftForm } from '../../ui/form/use-draft-form';
import forms from '../../ui/form.module.css';
import { SendButton, SendForm } from '../../ui/send-form';
import { showProblem } from '../../ui/toast';
import { usePositionsT } from './positions-texts';

interface PositionDialogProps {
  /** null for a new one */
  readonly position: PositionAnswer | null;
  readonly onSave: (name: string) => Promise<void>;
  readonly onClose: () => void;
}

/** The name of a new position, or of one that is there. */
export function PositionDialog({ position, onSave, onClose }: PositionDialogProps) {
  const t = usePositionsT();
  const form = useDraftForm({
    values: { name: position?.name ?? '' },
    check: ({ name }) => ({ name: positionFieldChecks.name(name) }),
    forgiving: true,
    send: (_, { values }) => onSave(normalizeText(values.name)),
    onSent: onClose,
    onRefused(error, found) {
      if (Object.keys(found).length === 0) showProblem(error);
      return undefined;
    },
  });

  return (
    <Dialog onClose={onClose} title={position ? t('positions.rename-of', { name: position.name }) : t('positions.new')}>
      <SendForm {...form.props} className={forms.dialog}>
        <TextInput label={t('positions.name')} required data-autofocus {...form.field('name')} />
        <DialogAnswers>
          <SmallButton variant="default" onClick={onClose}>
            {t('task.action.cancel')}
          </SmallButton>
          <SendButton loading={form.busy}>{t('task.action.save')}</SendButton>
        </DialogAnswers>
      </SendForm>
    </Dialog>
  );
}

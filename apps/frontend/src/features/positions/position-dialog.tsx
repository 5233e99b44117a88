import type { PositionAnswer } from '@gos/contract';
import { normalizeText, positionFieldChecks } from '@gos/domain';
import { Switch, TextInput } from '@mantine/core';
import { SmallButton } from '../../ui/buttons';
import { Dialog, DialogAnswers } from '../../ui/dialog';
import { useDraftForm } from '../../ui/form/use-draft-form';
import forms from '../../ui/form.module.css';
import { SendButton, SendForm } from '../../ui/send-form';
import { showProblem } from '../../ui/toast';
import { usePositionsT } from './positions-texts';
import type { PositionValues } from './use-positions';

interface PositionDialogProps {
  /** null for a new one */
  readonly position: PositionAnswer | null;
  readonly onSave: (values: PositionValues) => Promise<void>;
  readonly onClose: () => void;
}

/** The name of a position, new or not, and the right that it grants. */
export function PositionDialog({ position, onSave, onClose }: PositionDialogProps) {
  const t = usePositionsT();
  const form = useDraftForm({
    values: { name: position?.name ?? '', attendance: position?.attendance ?? false },
    check: ({ name }) => ({ name: positionFieldChecks.name(name) }),
    forgiving: true,
    send: (_, { values }) => onSave({ ...values, name: normalizeText(values.name) }),
    onSent: onClose,
    onRefused(error, found) {
      if (Object.keys(found).length === 0) showProblem(error);
      return undefined;
    },
  });

  return (
    <Dialog onClose={onClose} title={position ? t('positions.edit-of', { name: position.name }) : t('positions.new')}>
      <SendForm {...form.props} className={forms.dialog}>
        <TextInput label={t('positions.name')} required data-autofocus {...form.field('name')} />
        <Switch
          label={t('people.attendance')}
          description={t('positions.attendance.help')}
          checked={form.draft.attendance}
          onChange={({ currentTarget: { checked } }) => form.change({ attendance: checked })}
        />
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

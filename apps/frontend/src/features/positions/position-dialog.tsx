import type { PositionAnswer } from '@gos/contract';
import { normalizeText, positionFieldChecks } from '@gos/domain';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { ApiProblem } from '../../lib/api';
import { SmallButton } from '../../ui/buttons';
import { Dialog, DialogAnswers } from '../../ui/dialog';
import { SendButton, SendForm } from '../../ui/send-form';
import { showProblem } from '../../ui/toast';
import classes from './positions.module.css';
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
  const [name, setName] = useState(position?.name ?? '');
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function save() {
    if (busy) return;
    const wrong = positionFieldChecks.name(name);
    if (wrong) return setError(t(wrong.code, wrong.params));
    setBusy(true);
    try {
      await onSave(normalizeText(name));
      onClose();
    } catch (problem) {
      const [field] = problem instanceof ApiProblem ? problem.errors : [];
      if (field) setError(t(field.code, field.params));
      else showProblem(problem);
      setBusy(false);
    }
  }

  return (
    <Dialog onClose={onClose} title={position ? t('positions.rename-of', { name: position.name }) : t('positions.new')}>
      <SendForm className={classes.form} onSend={() => void save()}>
        <TextInput
          label={t('positions.name')}
          required
          data-autofocus
          value={name}
          error={error}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setError(null);
          }}
        />
        <DialogAnswers>
          <SmallButton variant="default" onClick={onClose}>
            {t('task.action.cancel')}
          </SmallButton>
          <SendButton loading={busy}>{t('task.action.save')}</SendButton>
        </DialogAnswers>
      </SendForm>
    </Dialog>
  );
}

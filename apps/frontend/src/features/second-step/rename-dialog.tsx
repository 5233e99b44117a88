import type { PasskeyAnswer } from '@gos/contract';
import { limits } from '@gos/domain';
import { TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { problemText } from '../../i18n';
import { ApiProblem } from '../../lib/api';
import { SmallButton } from '../../ui/buttons';
import { Dialog, DialogAnswers } from '../../ui/dialog';
import { renamePasskey } from './second-step.api';
import classes from './two-step.module.css';
import { useTwoStepT } from './two-step-texts';

interface RenameDialogProps {
  readonly passkey: PasskeyAnswer;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

export function RenameDialog({ passkey, onDone, onClose }: RenameDialogProps) {
  const t = useTwoStepT();
  const [name, setName] = useState(passkey.name);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    if (name.trim() === '') return setError(t('validation.required'));
    setBusy(true);
    try {
      await renamePasskey(passkey.id, name.trim());
      onDone();
    } catch (failure) {
      setBusy(false);
      if (!(failure instanceof ApiProblem)) throw failure;
      setError(problemText(failure.problem, t));
    }
  }

  return (
    <Dialog title={t('two-step.passkey.rename')} onClose={onClose}>
      <form className={classes.form} onSubmit={submit} noValidate>
        <TextInput
          label={t('two-step.passkey.name')}
          autoComplete="off"
          maxLength={limits.passkeyName.max}
          data-autofocus
          value={name}
          error={error}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <DialogAnswers>
          <SmallButton variant="default" onClick={onClose}>
            {t('task.action.cancel')}
          </SmallButton>
          <SmallButton type="submit" loading={busy}>
            {t('profile.save')}
          </SmallButton>
        </DialogAnswers>
      </form>
    </Dialog>
  );
}

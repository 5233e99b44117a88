import type { PasskeyAnswer } from '@gos/contract';
import { limits } from '@gos/domain';
import { TextInput } from '@mantine/core';
import { problemText } from '../../i18n';
import { ApiProblem } from '../../lib/api';
import { SmallButton } from '../../ui/buttons';
import { Dialog, DialogAnswers } from '../../ui/dialog';
import { useDraftForm } from '../../ui/form/use-draft-form';
import forms from '../../ui/form.module.css';
import { SendForm } from '../../ui/send-form';
import { renamePasskey } from './second-step.api';
import { useTwoStepT } from './two-step-texts';

interface RenameDialogProps {
  readonly passkey: PasskeyAnswer;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

export function RenameDialog({ passkey, onDone, onClose }: RenameDialogProps) {
  const t = useTwoStepT();
  const form = useDraftForm({
    values: { name: passkey.name },
    forgiving: true,
    check: ({ name }) => ({ name: name.trim() === '' && t('validation.required') }),
    send: (_, { values }) => renamePasskey(passkey.id, values.name.trim()),
    onSent: onDone,
    onRefused: (error) => error instanceof ApiProblem && { name: problemText(error.problem, t) },
  });

  return (
    <Dialog title={t('two-step.passkey.rename')} onClose={onClose}>
      <SendForm {...form.props} className={forms.dialog}>
        <TextInput
          label={t('two-step.passkey.name')}
          autoComplete="off"
          maxLength={limits.passkeyName.max}
          data-autofocus
          {...form.field('name')}
        />
        <DialogAnswers>
          <SmallButton variant="default" onClick={onClose}>
            {t('task.action.cancel')}
          </SmallButton>
          <SmallButton type="submit" loading={form.busy}>
            {t('profile.save')}
          </SmallButton>
        </DialogAnswers>
      </SendForm>
    </Dialog>
  );
}

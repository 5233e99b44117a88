import type { BegunTotpAnswer } from '@gos/contract';
import { ActionIcon, Text, Textarea, TextInput } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { problemText } from '../../i18n';
import { ApiProblem } from '../../lib/api';
import { SmallButton } from '../../ui/buttons';
import { copyText } from '../../ui/copy-text';
import { Dialog, DialogAnswers } from '../../ui/dialog';
import { useDraftForm } from '../../ui/form/use-draft-form';
import forms from '../../ui/form.module.css';
import { SendForm } from '../../ui/send-form';
import { PasswordDialog } from './password-dialog';
import { QrCode } from './qr-code';
import { beginTotp, confirmTotp } from './second-step.api';
import classes from './two-step.module.css';
import { useTwoStepT } from './two-step-texts';

/** As much of the key as a phone shows in a line. */
const lineLength = 16;

const inGroups = (secret: string) =>
  secret.replace(/.{4}(?=.)/g, (group, at: number) => `${group}${(at + 4) % lineLength === 0 ? '\n' : ' '}`);

interface AppDialogProps {
  /** With the recovery codes, if the app brought some. */
  readonly onDone: (codes: readonly string[] | null) => void;
  readonly onClose: () => void;
}

function Confirm({ begun, onDone, onClose }: AppDialogProps & { readonly begun: BegunTotpAnswer }) {
  const t = useTwoStepT();
  const form = useDraftForm({
    values: { code: '' },
    forgiving: true,
    check: ({ code }) => ({ code: code.trim() === '' && t('validation.required') }),
    send: (_, { values }) => confirmTotp(values.code.trim()),
    onSent: ({ recoveryCodes }) => onDone(recoveryCodes),
    onRefused: (error) => error instanceof ApiProblem && { code: problemText(error.problem, t) },
  });

  return (
    <Dialog title={t('two-step.app.title')} size={480} closeOnClickOutside={false} onClose={onClose}>
      <SendForm {...form.props} className={forms.dialog}>
        <Text inherit>{t('two-step.app.scan')}</Text>
        <QrCode text={begun.uri} label={t('two-step.app.qr')} />
        <Textarea
          label={t('two-step.app.secret')}
          rows={begun.secret.length > lineLength ? 2 : 1}
          resize="none"
          className={classes.code}
          value={inGroups(begun.secret)}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
          rightSection={
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('two-step.app.copy')}
              onClick={() => void copyText(begun.secret, t('two-step.app.copied'), t('two-step.not-copied'))}
            >
              <IconCopy size={15} stroke={1.75} aria-hidden />
            </ActionIcon>
          }
        />
        <TextInput
          label={t('two-step.app.code')}
          name="code"
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={10}
          data-autofocus
          {...form.field('code')}
        />
        <DialogAnswers>
          <SmallButton variant="default" onClick={onClose}>
            {t('task.action.cancel')}
          </SmallButton>
          <SmallButton type="submit" loading={form.busy}>
            {t('two-step.app.confirm')}
          </SmallButton>
        </DialogAnswers>
      </SendForm>
    </Dialog>
  );
}

/** Sets an authenticator app up: the password, then the QR code and a code that confirms it. */
export function AppDialog(props: AppDialogProps) {
  const t = useTwoStepT();
  const [begun, setBegun] = useState<BegunTotpAnswer | null>(null);
  if (begun) return <Confirm {...props} begun={begun} />;
  return (
    <PasswordDialog
      title={t('two-step.app.title')}
      text={t('two-step.app.about')}
      answer={t('two-step.go-on')}
      onAnswer={async (password) => setBegun(await beginTotp(password))}
      onClose={props.onClose}
    />
  );
}

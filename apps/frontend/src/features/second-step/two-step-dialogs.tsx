import type { PasskeyAnswer } from '@gos/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { showToast } from '../../ui/toast';
import { AppDialog } from './app-dialog';
import { PasswordDialog } from './password-dialog';
import { RecoveryCodesDialog } from './recovery-codes';
import { RenameDialog } from './rename-dialog';
import { addPasskey, lookAgain, removePasskey, removeTotp, renewRecoveryCodes } from './second-step.api';
import { type TwoStepMessageId, useTwoStepT } from './two-step-texts';

/** Returns a name for a passkey that is made on this device: its operating system. */
function deviceName(agent = navigator.userAgent): string {
  if (/iPhone/.test(agent)) return 'iPhone';
  if (/iPad/.test(agent)) return 'iPad';
  if (/Android/.test(agent)) return 'Android';
  if (/Mac OS X/.test(agent)) return 'Mac';
  if (/Windows/.test(agent)) return 'Windows';
  return /Linux/.test(agent) ? 'Linux' : '';
}

/** Changes of two-step sign-in. */
export type TwoStepChange =
  | { readonly kind: 'app' | 'remove-app' | 'add-passkey' | 'new-codes' }
  | { readonly kind: 'rename' | 'remove-passkey'; readonly passkey: PasskeyAnswer };

interface TwoStepDialogsProps {
  readonly change: TwoStepChange | null;
  /** It is over, or was given up. */
  readonly onClose: () => void;
}

/** The dialogs in which one's second step is changed, and the recovery codes that come of it. */
export function TwoStepDialogs({ change, onClose }: TwoStepDialogsProps) {
  const t = useTwoStepT();
  const client = useQueryClient();
  const [codes, setCodes] = useState<readonly string[] | null>(null);

  /** Codes that were made are seen before anything else goes on, and say by themselves that it was done. */
  function done(said: TwoStepMessageId, made: readonly string[] | null = null) {
    if (made) return setCodes(made);
    showToast({ message: t(said) });
    onClose();
    void lookAgain(client);
  }
  function seen() {
    setCodes(null);
    onClose();
    void lookAgain(client);
  }

  if (codes) return <RecoveryCodesDialog codes={codes} onClose={seen} />;
  switch (change?.kind) {
    case 'app':
      return <AppDialog onDone={(made) => done('two-step.app.added', made)} onClose={onClose} />;
    case 'remove-app':
      return (
        <PasswordDialog
          title={t('two-step.app.remove')}
          text={t('two-step.app.remove.text')}
          answer={t('two-step.remove')}
          final
          onAnswer={async (password) => {
            await removeTotp(password);
            done('two-step.app.removed');
          }}
          onClose={onClose}
        />
      );
    case 'add-passkey':
      return (
        <PasswordDialog
          title={t('two-step.passkey.add')}
          text={t('two-step.passkey.add.text')}
          answer={t('two-step.go-on')}
          name={deviceName()}
          onAnswer={async (password, name) => {
            const { recoveryCodes } = await addPasskey(name, password);
            done('two-step.passkey.added', recoveryCodes);
          }}
          onClose={onClose}
        />
      );
    case 'rename':
      return (
        <RenameDialog passkey={change.passkey} onDone={() => done('two-step.passkey.renamed')} onClose={onClose} />
      );
    case 'remove-passkey':
      return (
        <PasswordDialog
          title={t('two-step.passkey.remove', { name: change.passkey.name })}
          text={t('two-step.passkey.remove.text')}
          answer={t('two-step.remove')}
          final
          onAnswer={async (password) => {
            await removePasskey(change.passkey.id, password);
            done('two-step.passkey.removed');
          }}
          onClose={onClose}
        />
      );
    case 'new-codes':
      return (
        <PasswordDialog
          title={t('two-step.codes.renew')}
          text={t('two-step.codes.renew.text')}
          answer={t('two-step.codes.renew')}
          onAnswer={async (password) => {
            const { recoveryCodes } = await renewRecoveryCodes(password);
            done('two-step.codes.made', recoveryCodes);
          }}
          onClose={onClose}
        />
      );
    default:
      return null;
  }
}

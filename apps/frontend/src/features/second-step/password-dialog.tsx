import { limits } from '@gos/domain';
import type { ComponentProps } from 'react';
import { PasswordDialog as OwnPasswordDialog } from '../../entities/user/password-dialog';
import { useTwoStepT } from './two-step-texts';

interface PasswordDialogProps extends Omit<ComponentProps<typeof OwnPasswordDialog>, 'more' | 'failed'> {
  /** Initial name of a passkey; the dialog then has a field for it. */
  readonly name?: string;
}

/** The password, before one's second step is changed. */
export function PasswordDialog({ name, ...props }: PasswordDialogProps) {
  const t = useTwoStepT();
  const asked =
    name === undefined
      ? undefined
      : { path: 'name' as const, label: t('two-step.passkey.name'), initial: name, maxLength: limits.passkeyName.max };
  // The browser throws this when its dialog was closed or no device responded.
  return <OwnPasswordDialog {...props} more={asked} failed={t('two-step.passkey.failed')} />;
}

import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useT } from '../i18n';

/** A password that can be shown. */
export function PasswordField(props: PasswordInputProps) {
  const t = useT();
  return (
    <PasswordInput
      // PasswordInput leaves it out.
      aria-invalid={Boolean(props.error)}
      visibilityToggleButtonProps={{ 'aria-label': t('password.show') }}
      {...props}
    />
  );
}

import { Modal } from '@mantine/core';
import { useT } from '../../i18n';
import { LoginForm } from './login-form';
import { SsoButtons } from './sso/sso-buttons';

interface SignInAgainProps {
  readonly email: string;
  readonly onDone: (person: { readonly id: number }) => void;
}

/** Stays until somebody has signed in: behind it is what they were typing. */
export function SignInAgain({ email, onDone }: SignInAgainProps) {
  const t = useT();
  return (
    <Modal
      opened
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={t('login.ended.title')}
    >
      <p style={{ marginTop: 0, color: 'var(--gos-muted)' }}>{t('login.ended.text')}</p>
      <LoginForm onDone={onDone} email={email} />
      <SsoButtons newTab />
    </Modal>
  );
}

import { Button } from '@mantine/core';
import { useState } from 'react';
import { ApiProblem } from '../../../lib/api';
import { clearSession } from '../../../lib/session';
import classes from '../../../ui/auth.module.css';
import { newPasswordErrors } from '../../../ui/form/new-password';
import { useDraftForm } from '../../../ui/form/use-draft-form';
import { PasswordField } from '../../../ui/password-field';
import { SendForm } from '../../../ui/send-form';
import { recover } from '../session.api';
import { useRecoveryT } from './recovery-texts';

interface RecoverFormProps {
  readonly token: string;
  readonly onDone: () => void;
  /** Another link is wanted. */
  readonly onAgain: () => void;
}

/** A new password by the token of a mailed link. */
export function RecoverForm({ token, onDone, onAgain }: RecoverFormProps) {
  const t = useRecoveryT();
  const [invalid, setInvalid] = useState(false);
  const form = useDraftForm({
    values: { password: '', passwordRepeat: '' },
    forgiving: true,
    check(values) {
      const errors = newPasswordErrors(values);
      return {
        password: values.password === '' ? t('auth.recovery.password') : errors.password,
        passwordRepeat: values.passwordRepeat === '' ? t('auth.recovery.repeat') : errors.passwordRepeat,
      };
    },
    send: (_, { values }) => recover({ token, ...values }),
    async onSent() {
      // A new password ends the session in this browser.
      await clearSession();
      onDone();
    },
    onRefused(error) {
      setInvalid(error instanceof ApiProblem && error.errors.some(({ path }) => path === 'token'));
      return false;
    },
  });
  const field = (name: 'password' | 'passwordRepeat') => ({
    name,
    size: 'md',
    autoComplete: 'new-password',
    ...form.field(name),
  });

  return (
    <SendForm {...form.props} className={classes.form}>
      <PasswordField
        label={t('login.password')}
        description={t('register.password-hint')}
        autoFocus
        {...field('password')}
      />
      <PasswordField label={t('register.password-repeat')} {...field('passwordRepeat')} />
      <div role="alert" className={classes.error}>
        {form.failure}
        {invalid && `. ${t('recovery.token')}`}
      </div>
      <Button type="submit" loading={form.busy} size="md" fullWidth>
        {t('recovery.submit')}
      </Button>
      {invalid && (
        <Button variant="default" size="md" fullWidth onClick={onAgain}>
          {t('recovery.again')}
        </Button>
      )}
    </SendForm>
  );
}

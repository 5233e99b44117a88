import { limits } from '@gos/domain';
import { Button, PasswordInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { ApiProblem } from '../../../lib/api';
import { clearSession } from '../../../lib/session';
import classes from '../../../ui/auth.module.css';
import { failureText } from '../../../ui/failure-text';
import { recover } from '../session.api';
import { useRecoveryT } from './recovery-texts';

const empty = { password: '', passwordRepeat: '' };
type Name = keyof typeof empty;
type Errors = Partial<Record<Name, string>>;

interface RecoverFormProps {
  readonly token: string;
  readonly onDone: () => void;
  /** Another link is wanted. */
  readonly onAgain: () => void;
}

/** A new password by the token of a mailed link. */
export function RecoverForm({ token, onDone, onAgain }: RecoverFormProps) {
  const t = useRecoveryT();
  const [values, setValues] = useState(empty);
  const [errors, setErrors] = useState<Errors>({});
  const [failure, setFailure] = useState<ReactNode>(null);
  const [invalid, setInvalid] = useState(false);
  const [busy, setBusy] = useState(false);

  function check({ password, passwordRepeat }: typeof empty): Errors {
    const { min, max } = limits.password;
    const length = [...password.normalize('NFC')].length;
    return {
      ...(length < min && { password: t('auth.password.too-short', { min }) }),
      ...(length > max && { password: t('auth.password.too-long', { max }) }),
      ...(password === '' && { password: t('auth.recovery.password') }),
      ...(password !== passwordRepeat && { passwordRepeat: t('auth.passwords-differ') }),
      ...(passwordRepeat === '' && { passwordRepeat: t('auth.recovery.repeat') }),
    };
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    const focus = (name: string) => form.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus();
    const found = check(values);
    setErrors(found);
    setFailure(null);
    const [first] = Object.keys(found);
    if (first) return focus(first);
    setBusy(true);
    try {
      await recover({ token, ...values });
    } catch (error) {
      setBusy(false);
      if (!(error instanceof ApiProblem)) throw error;
      setInvalid(error.errors.some(({ path }) => path === 'token'));
      const fields = error.errors.filter(({ path }) => path in empty);
      setErrors(Object.fromEntries(fields.map(({ path, code, params }) => [path, t(code, params)])));
      if (fields[0]) focus(fields[0].path);
      else setFailure(failureText(error, t));
      return;
    }
    // Whoever was signed in here is not any more.
    await clearSession();
    onDone();
  }

  const field = (name: Name) => ({
    name,
    value: values[name],
    error: errors[name],
    // PasswordInput leaves it out.
    'aria-invalid': errors[name] !== undefined,
    size: 'md',
    autoComplete: 'new-password',
    visibilityToggleButtonProps: { 'aria-label': t('password.show') },
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      setValues((now) => ({ ...now, [name]: value }));
      setErrors(({ [name]: _, ...others }) => others);
    },
  });

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <PasswordInput
        label={t('login.password')}
        description={t('register.password-hint')}
        autoFocus
        {...field('password')}
      />
      <PasswordInput label={t('register.password-repeat')} {...field('passwordRepeat')} />
      <div role="alert" className={classes.error}>
        {failure}
        {invalid && `. ${t('recovery.token')}`}
      </div>
      <Button type="submit" loading={busy} size="md" fullWidth>
        {t('recovery.submit')}
      </Button>
      {invalid && (
        <Button variant="default" size="md" fullWidth onClick={onAgain}>
          {t('recovery.again')}
        </Button>
      )}
    </form>
  );
}

import { isEmailAddress, limits } from '@gos/domain';
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useT } from '../../i18n';
import { ApiProblem } from '../../lib/api';
import classes from '../../ui/auth.module.css';
import { failureText } from '../../ui/failure-text';
import { type Registration, register } from './session.api';

type Values = Omit<Registration, 'invitation' | 'setup'> & { readonly setup: string };
type Errors = Partial<Record<keyof Values, string>>;
const empty: Values = { name: '', email: '', password: '', passwordRepeat: '', setup: '' };

interface RegisterFormProps {
  readonly onDone: () => void;
  /** By an invitation, which is for one e-mail. */
  readonly invited?: { readonly email: string; readonly invitation: string };
  /** For the first person, who needs the code that the installation prints; what of it is known. */
  readonly setup?: string;
  readonly onSetup?: (setup: string) => void;
}

export function RegisterForm({ onDone, invited, setup, onSetup }: RegisterFormProps) {
  const t = useT();
  const [values, setValues] = useState({ ...empty, email: invited?.email ?? '', setup: setup ?? '' });
  const [errors, setErrors] = useState<Errors>({});
  const [failure, setFailure] = useState<ReactNode>(null);
  const [busy, setBusy] = useState(false);

  function check(): Errors {
    const { min, max } = limits.password;
    const { password, passwordRepeat } = values;
    const length = [...password].length;
    return {
      ...(values.name.trim() === '' && { name: t('register.name-required') }),
      ...(setup !== undefined && values.setup.trim() === '' && { setup: t('register.setup-required') }),
      ...(!isEmailAddress(values.email.trim()) && { email: t('auth.email') }),
      ...(length < min && { password: t('auth.password.too-short', { min }) }),
      ...(length > max && { password: t('auth.password.too-long', { max }) }),
      ...(password !== passwordRepeat && { passwordRepeat: t('auth.passwords-differ') }),
      // One sentence for both, at the first that is empty.
      ...(password !== '' && passwordRepeat === '' && { passwordRepeat: t('auth.fill-both') }),
      ...(password === '' && { password: t('auth.fill-both') }),
    };
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    const focus = (name: string) => form.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus();
    const found = check();
    setErrors(found);
    setFailure(null);
    const [first] = Object.keys(found);
    if (first) return focus(first);
    setBusy(true);
    try {
      await register({
        email: values.email.trim(),
        password: values.password,
        passwordRepeat: values.passwordRepeat,
        name: values.name.trim(),
        ...(setup !== undefined && { setup: values.setup.trim() }),
        ...(invited && { invitation: invited.invitation }),
      });
      onDone();
    } catch (error) {
      setBusy(false);
      if (!(error instanceof ApiProblem)) throw error;
      if (error.problem.code === 'auth.setup' && setup !== undefined) {
        setErrors({ setup: t('register.setup-wrong') });
        return focus('setup');
      }
      const fields = error.errors.filter(({ path }) => path in empty);
      setErrors(Object.fromEntries(fields.map(({ path, code, params }) => [path, t(code, params)])));
      if (fields[0]) focus(fields[0].path);
      else setFailure(failureText(error, t));
    }
  }

  const field = (name: keyof Values) => ({
    name,
    value: values[name],
    error: errors[name],
    // PasswordInput leaves it out.
    'aria-invalid': errors[name] !== undefined,
    size: 'md',
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      setValues((now) => ({ ...now, [name]: value }));
      if (name === 'setup') onSetup?.(value.trim());
      setErrors(({ [name]: _, ...others }) => others);
    },
  });
  const eye = { 'aria-label': t('password.show') };

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {setup !== undefined && (
        <TextInput
          label={t('register.setup')}
          description={t('register.setup-hint')}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          autoFocus={setup === ''}
          {...field('setup')}
        />
      )}
      <TextInput
        label={t('register.name')}
        autoComplete="name"
        autoFocus={setup !== ''}
        maxLength={limits.personName.max}
        {...field('name')}
      />
      <TextInput
        label={t('login.email')}
        type="email"
        autoComplete="username"
        {...(invited && { readOnly: true, variant: 'filled' })}
        {...field('email')}
      />
      <PasswordInput
        label={t('login.password')}
        description={t('register.password-hint')}
        autoComplete="new-password"
        visibilityToggleButtonProps={eye}
        {...field('password')}
      />
      <PasswordInput
        label={t('register.password-repeat')}
        autoComplete="new-password"
        visibilityToggleButtonProps={eye}
        {...field('passwordRepeat')}
      />
      <div role="alert" className={classes.error}>
        {failure}
      </div>
      <Button type="submit" loading={busy} size="md" fullWidth>
        {t('register.submit')}
      </Button>
    </form>
  );
}

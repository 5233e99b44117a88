import { Button, PasswordInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useState } from 'react';
import { ApiProblem } from '../../../lib/api';
import classes from '../../../ui/auth.module.css';
import { failureText } from '../../../ui/failure-text';
import { focusFieldSoon } from '../../../ui/send-form';
import { link } from './sso.api';
import { useSsoT } from './sso-texts';

interface LinkFormProps {
  readonly email: string;
  readonly onDone: (redirectTo: string) => void;
  /** It took too long, or was finished in another tab. */
  readonly onEnded: (error: ApiProblem) => void;
}

/** The password of the account that has the same e-mail, asked for once. */
export function LinkForm({ email, onDone, onEnded }: LinkFormProps) {
  const t = useSsoT();
  const [password, setPassword] = useState('');
  const [error, setError] = useState<ReactNode>(null);
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    const show = (sentence: ReactNode) => {
      setError(sentence);
      focusFieldSoon(() => form.querySelector<HTMLInputElement>('[name="password"]'));
    };
    if (password === '') return show(t('validation.required'));
    setBusy(true);
    setError(null);
    try {
      onDone((await link(password)).redirectTo);
    } catch (failure) {
      setBusy(false);
      if (!(failure instanceof ApiProblem)) throw failure;
      if (failure.code === 'auth.sso.ended') return onEnded(failure);
      show(failureText(failure, t));
    }
  }

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {/* By it the browser's store of passwords knows whose it is. */}
      <input type="text" name="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordInput
        label={t('login.password')}
        name="password"
        autoComplete="current-password"
        autoFocus
        value={password}
        error={error !== null}
        aria-invalid={error !== null}
        onChange={(event) => setPassword(event.currentTarget.value)}
        visibilityToggleButtonProps={{ 'aria-label': t('password.show') }}
        size="md"
      />
      <div role="alert" className={classes.error}>
        {error}
      </div>
      <Button type="submit" loading={busy} size="md" fullWidth>
        {t('sso.link.submit')}
      </Button>
      <p className={classes.aside} style={{ margin: 0 }}>
        <Link to="/forgotten" className={classes.link}>
          {t('login.forgotten')}
        </Link>
      </p>
    </form>
  );
}

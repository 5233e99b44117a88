import type { SecondStepKind } from '@gos/domain';
import { Button, Skeleton, TextInput } from '@mantine/core';
import { type FormEvent, lazy, type ReactNode, Suspense, useState } from 'react';
import { type MessageId, useT } from '../../i18n';
import { ApiProblem } from '../../lib/api';
import classes from '../../ui/auth.module.css';
import { failureText } from '../../ui/failure-text';
import { PasswordField } from '../../ui/password-field';
import { login } from './session.api';

const SecondStepForm = lazy(() =>
  import('./second-step/second-step-form').then((module) => ({ default: module.SecondStepForm })),
);

type SignedIn = { readonly id: number; readonly name: string };

interface LoginFormProps {
  /** Resolves to false where one stays and has to try again. */
  readonly onDone: (person: SignedIn) => unknown;
  readonly email?: string;
}

/** Sign-in by e-mail and password and, where there is one, the second step; on its own screen and over a screen whose session has ended. */
export function LoginForm({ onDone, email: known = '' }: LoginFormProps) {
  const t = useT();
  const [email, setEmail] = useState(known);
  const [password, setPassword] = useState('');
  const [error, setError] = useState<ReactNode>(null);
  const [hint, setHint] = useState<MessageId | null>(null);
  const [missing, setMissing] = useState(false);
  const [busy, setBusy] = useState(false);
  const [secondStep, setSecondStep] = useState<readonly SecondStepKind[] | null>(null);

  async function done(person: SignedIn) {
    if ((await onDone(person)) !== false) return;
    setBusy(false);
    setSecondStep(null);
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const incomplete = email.trim() === '' || password === '';
    setMissing(incomplete);
    setHint(null);
    setError(incomplete ? t('auth.fill-both') : null);
    if (incomplete) return;
    setBusy(true);
    try {
      const answer = await login(email.trim(), password);
      if (!('secondStep' in answer)) return done(answer);
      setPassword('');
      setBusy(false);
      setSecondStep(answer.secondStep);
    } catch (failure) {
      setBusy(false);
      if (!(failure instanceof ApiProblem)) return setError(t('app.error.title'));
      setError(failure.status === 0 ? t('auth.credentials') : failureText(failure, t));
      if (failure.status === 0) setHint('login.unreachable');
      if (failure.code === 'auth.credentials') setHint('login.wrong');
    }
  }

  if (secondStep) {
    const back = (reason?: ReactNode) => {
      setError(reason ?? null);
      setHint(null);
      setSecondStep(null);
    };
    return (
      <Suspense fallback={<Skeleton height={190} />}>
        <SecondStepForm kinds={secondStep} onDone={(person) => void done(person)} onBack={back} />
      </Suspense>
    );
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <TextInput
        label={t('login.email')}
        type="email"
        name="email"
        autoComplete="username"
        autoFocus={known === ''}
        value={email}
        error={missing && email.trim() === ''}
        onChange={(event) => setEmail(event.currentTarget.value)}
        size="md"
      />
      <PasswordField
        label={t('login.password')}
        name="password"
        autoComplete="current-password"
        autoFocus={known !== ''}
        data-autofocus={known !== '' || undefined}
        value={password}
        error={missing && password === ''}
        onChange={(event) => setPassword(event.currentTarget.value)}
        size="md"
      />
      <div className={classes.error}>
        <div role="alert">{error}</div>
        <div role="status" style={{ color: 'var(--gos-muted)' }}>
          {hint && t(hint)}
        </div>
      </div>
      <Button type="submit" loading={busy} size="md" fullWidth>
        {t('login.submit')}
      </Button>
    </form>
  );
}

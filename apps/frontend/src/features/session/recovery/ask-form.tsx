import { Button, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { ApiProblem } from '../../../lib/api';
import classes from '../../../ui/auth.module.css';
import { failureText } from '../../../ui/failure-text';
import { askForLink } from '../session.api';
import { useRecoveryT } from './recovery-texts';

interface AskFormProps {
  readonly onSent: (email: string) => void;
}

/** Asks for a link by mail. The answer is the same whether the e-mail is known or not. */
export function AskForm({ onSent }: AskFormProps) {
  const t = useRecoveryT();
  const [email, setEmail] = useState('');
  const [wrong, setWrong] = useState<string | null>(null);
  const [failure, setFailure] = useState<ReactNode>(null);
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const typed = email.trim();
    const field = event.currentTarget.querySelector('input');
    setFailure(null);
    setWrong(typed === '' ? t('auth.forgotten.email') : null);
    if (typed === '') return field?.focus();
    setBusy(true);
    try {
      await askForLink(typed);
      onSent(typed);
    } catch (error) {
      const [said] = error instanceof ApiProblem ? error.errors : [];
      if (said) {
        setWrong(t(said.code, said.params));
        field?.focus();
      } else {
        const tooOften = error instanceof ApiProblem && error.status === 429;
        setFailure(
          tooOften ? (
            <>
              {t('recovery.busy')}. {failureText(error, t)}
            </>
          ) : (
            t('recovery.busy')
          ),
        );
      }
      setBusy(false);
    }
  }

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <TextInput
        label={t('login.email')}
        type="email"
        name="email"
        autoComplete="username"
        autoFocus
        value={email}
        error={wrong}
        onChange={(event) => {
          setEmail(event.currentTarget.value);
          setWrong(null);
        }}
        size="md"
      />
      <div role="alert" className={classes.error}>
        {failure}
      </div>
      <Button type="submit" loading={busy} size="md" fullWidth>
        {t('recovery.submit-ask')}
      </Button>
    </form>
  );
}

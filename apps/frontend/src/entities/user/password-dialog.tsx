import { PasswordInput, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useT } from '../../i18n';
import { ApiProblem } from '../../lib/api';
import classes from '../../ui/auth.module.css';
import { SmallButton } from '../../ui/buttons';
import { Dialog, DialogAnswers } from '../../ui/dialog';
import { failureText } from '../../ui/failure-text';
import { focusFieldSoon } from '../../ui/send-form';
import { useMe } from './users.api';

interface PasswordDialogProps {
  readonly title: string;
  readonly text: ReactNode;
  readonly answer: string;
  /** It takes something away. */
  readonly final?: boolean;
  /** Asks for a name too, which begins as `initial`. */
  readonly name?: { readonly label: string; readonly initial: string; readonly maxLength: number } | undefined;
  /** What is done with the password; a refusal is shown at its field. */
  readonly onAnswer: (password: string, name: string) => Promise<void>;
  /** Said when something else than the server failed; without it such an error is thrown on. */
  readonly failed?: string;
  readonly onClose: () => void;
}

/** One's own password, before one changes how one signs in. */
export function PasswordDialog({ title, text, answer, final, name, onAnswer, failed, onClose }: PasswordDialogProps) {
  const t = useT();
  const me = useMe();
  const [password, setPassword] = useState('');
  const [called, setCalled] = useState(name?.initial ?? '');
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState<ReactNode>(null);
  const [busy, setBusy] = useState(false);

  function show(found: Readonly<Record<string, string>>, form: HTMLFormElement) {
    setErrors(found);
    const first = ['name', 'password'].find((field) => field in found);
    if (first) focusFieldSoon(() => form.querySelector<HTMLInputElement>(`[name="${first}"]`));
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    const found = {
      ...(name !== undefined && called.trim() === '' && { name: t('validation.required') }),
      ...(password === '' && { password: t('validation.required') }),
    };
    setFailure(null);
    show(found, form);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      await onAnswer(password, called.trim());
    } catch (error) {
      setBusy(false);
      if (!(error instanceof ApiProblem)) {
        if (failed === undefined) throw error;
        return setFailure(failed);
      }
      const fields = error.errors.filter(({ path }) => path === 'password' || path === 'name');
      show(Object.fromEntries(fields.map(({ path, code, params }) => [path, t(code, params)])), form);
      if (fields.length === 0) setFailure(failureText(error, t));
    }
  }

  return (
    <Dialog title={title} onClose={onClose}>
      <form className={classes.form} onSubmit={submit} noValidate>
        <p style={{ margin: 0 }}>{text}</p>
        {name !== undefined && (
          <TextInput
            label={name.label}
            name="name"
            autoComplete="off"
            maxLength={name.maxLength}
            value={called}
            error={errors.name}
            onChange={(event) => setCalled(event.currentTarget.value)}
          />
        )}
        {/* By it the browser's store of passwords knows whose it is. */}
        <input type="text" name="email" autoComplete="username" value={me.email ?? ''} readOnly hidden />
        <PasswordInput
          label={t('password.own')}
          name="password"
          autoComplete="current-password"
          data-autofocus
          value={password}
          error={errors.password}
          aria-invalid={errors.password !== undefined}
          visibilityToggleButtonProps={{ 'aria-label': t('password.show') }}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <div role="alert" className={classes.error} hidden={failure === null}>
          {failure}
        </div>
        <DialogAnswers>
          <SmallButton variant="default" onClick={onClose}>
            {t('task.action.cancel')}
          </SmallButton>
          <SmallButton type="submit" color={final ? 'red' : undefined} loading={busy}>
            {answer}
          </SmallButton>
        </DialogAnswers>
      </form>
    </Dialog>
  );
}

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

/** Another field, above the password. */
interface MoreField {
  /** Its path in the body. */
  readonly path: 'name' | 'email';
  readonly label: string;
  readonly initial: string;
  readonly maxLength: number;
}

interface PasswordDialogProps {
  readonly title: string;
  readonly text: ReactNode;
  readonly answer: string;
  /** It takes something away. */
  readonly final?: boolean;
  readonly more?: MoreField | undefined;
  /** Runs with the password, which is empty for people without one. A refusal is shown at its field. */
  readonly onAnswer: (password: string, more: string) => Promise<void>;
  /** Said when something else than the server failed; without it such an error is thrown on. */
  readonly failed?: string;
  readonly onClose: () => void;
}

/** Asks for one's own password before a change of how people sign in. */
export function PasswordDialog({ title, text, answer, final, more, onAnswer, failed, onClose }: PasswordDialogProps) {
  const t = useT();
  const me = useMe();
  const [password, setPassword] = useState('');
  const hasPassword = me.password !== 'none';
  const [typed, setTyped] = useState(more?.initial ?? '');
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState<ReactNode>(null);
  const [busy, setBusy] = useState(false);

  function show(found: Readonly<Record<string, string>>, form: HTMLFormElement) {
    setErrors(found);
    const first = ['name', 'email', 'password'].find((field) => field in found);
    const name = first === 'password' ? first : `new-${first}`;
    if (first) focusFieldSoon(() => form.querySelector<HTMLInputElement>(`[name="${name}"]`));
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    const found = {
      ...(more !== undefined && typed.trim() === '' && { [more.path]: t('validation.required') }),
      ...(hasPassword && password === '' && { password: t('validation.required') }),
    };
    setFailure(null);
    show(found, form);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      await onAnswer(password, typed.trim());
    } catch (error) {
      setBusy(false);
      if (!(error instanceof ApiProblem)) {
        if (failed === undefined) throw error;
        return setFailure(failed);
      }
      const fields = error.errors.filter(({ path }) => path === 'password' || path === more?.path);
      show(Object.fromEntries(fields.map(({ path, code, params }) => [path, t(code, params)])), form);
      if (fields.length === 0) setFailure(failureText(error, t));
    }
  }

  return (
    <Dialog title={title} onClose={onClose}>
      <form className={classes.form} onSubmit={submit} noValidate>
        <p style={{ margin: 0 }}>{text}</p>
        {more !== undefined && (
          <TextInput
            label={more.label}
            type={more.path === 'email' ? 'email' : 'text'}
            name={`new-${more.path}`}
            data-autofocus={more.initial === '' || undefined}
            autoComplete="off"
            maxLength={more.maxLength}
            value={typed}
            error={errors[more.path]}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
        {/* By it the browser's store of passwords knows whose it is. */}
        <input type="text" name="email" autoComplete="username" value={me.email ?? ''} readOnly hidden />
        {hasPassword && (
          <PasswordInput
            label={t('password.own')}
            name="password"
            autoComplete="current-password"
            data-autofocus={more === undefined || more.initial !== '' || undefined}
            value={password}
            error={errors.password}
            aria-invalid={errors.password !== undefined}
            visibilityToggleButtonProps={{ 'aria-label': t('password.show') }}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
        )}
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

import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useT } from '../../i18n';
import { ApiProblem } from '../../lib/api';
import classes from '../../ui/auth.module.css';
import { SmallButton } from '../../ui/buttons';
import { Dialog, DialogAnswers } from '../../ui/dialog';
import { useDraftForm } from '../../ui/form/use-draft-form';
import { PasswordField } from '../../ui/password-field';
import { SendForm } from '../../ui/send-form';
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

/** Requests the reader's password before a change of sign-in methods. */
export function PasswordDialog({ title, text, answer, final, more, onAnswer, failed, onClose }: PasswordDialogProps) {
  const t = useT();
  const me = useMe();
  const hasPassword = me.password !== 'none';
  const form = useDraftForm({
    values: { [more?.path ?? 'name']: more?.initial ?? '', password: '' } as Record<
      'name' | 'email' | 'password',
      string
    >,
    forgiving: true,
    check: (values) => ({
      ...(more && { [more.path]: values[more.path].trim() === '' && t('validation.required') }),
      password: hasPassword && values.password === '' && t('validation.required'),
    }),
    fieldOf: (path) => (path === more?.path || (path === 'password' && hasPassword) ? path : null),
    send: (_, { values }) => onAnswer(values.password, more ? values[more.path].trim() : ''),
    failureOf: (error) => (error instanceof ApiProblem ? undefined : failed),
  });

  return (
    <Dialog title={title} onClose={onClose}>
      <SendForm {...form.props} className={classes.form}>
        <p style={{ margin: 0 }}>{text}</p>
        {more !== undefined && (
          <TextInput
            label={more.label}
            type={more.path === 'email' ? 'email' : 'text'}
            name={`new-${more.path}`}
            data-autofocus={more.initial === '' || undefined}
            autoComplete="off"
            maxLength={more.maxLength}
            {...form.field(more.path)}
          />
        )}
        {/* By it the browser's store of passwords knows whose it is. */}
        <input type="text" name="email" autoComplete="username" value={me.email ?? ''} readOnly hidden />
        {hasPassword && (
          <PasswordField
            label={t('password.own')}
            name="password"
            autoComplete="current-password"
            data-autofocus={more === undefined || more.initial !== '' || undefined}
            {...form.field('password')}
          />
        )}
        <div role="alert" className={classes.error} hidden={form.failure === null}>
          {form.failure}
        </div>
        <DialogAnswers>
          <SmallButton variant="default" onClick={onClose}>
            {t('task.action.cancel')}
          </SmallButton>
          <SmallButton type="submit" color={final ? 'red' : undefined} loading={form.busy}>
            {answer}
          </SmallButton>
        </DialogAnswers>
      </SendForm>
    </Dialog>
  );
}

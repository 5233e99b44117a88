import type { accountRoutes } from '@gos/contract';
import { limits } from '@gos/domain';
import { Button, PasswordInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, type FormEvent, type ReactNode, useState } from 'react';
import { meQuery, useMe } from '../../entities/user/users.api';
import { ApiProblem } from '../../lib/api';
import type { BodyOf } from '../../lib/request';
import classes from '../../ui/auth.module.css';
import { SmallButton } from '../../ui/buttons';
import { DialogAnswers } from '../../ui/dialog';
import { failureText } from '../../ui/failure-text';
import { focusFieldSoon } from '../../ui/send-form';
import { changePassword } from './account.api';
import { useProfileT } from './profile-texts';
import { RenewCalendar } from './renew-calendar';

type Values = Required<Omit<BodyOf<typeof accountRoutes.changePassword>, 'renewCalendar'>>;
type Errors = Partial<Record<keyof Values, string>>;
const empty: Values = { current: '', password: '', passwordRepeat: '' };

interface PasswordFormProps {
  /** That of the sign-in, or that of the forms of a screen. */
  readonly size: 'sm' | 'md';
  readonly onDone: () => void;
  /** Called when it was refused; true when it was changed all the same, by a request whose answer was lost or in another tab. */
  readonly isDone?: () => Promise<boolean>;
  readonly onCancel?: () => void;
}

/** The change of one's own password. */
export function PasswordForm({ size, onDone, isDone, onCancel }: PasswordFormProps) {
  const t = useProfileT();
  const me = useMe();
  const client = useQueryClient();
  const [values, setValues] = useState(empty);
  const [errors, setErrors] = useState<Errors>({});
  const [renewCalendar, setRenewCalendar] = useState(false);
  const [failure, setFailure] = useState<ReactNode>(null);
  const [busy, setBusy] = useState(false);

  function check(): Errors {
    const { min, max } = limits.password;
    const { current, password, passwordRepeat } = values;
    const length = [...password.normalize('NFC')].length;
    return {
      ...(current === '' && { current: t('profile.password.current-required') }),
      ...(length < min && { password: t('auth.password.too-short', { min }) }),
      ...(length > max && { password: t('auth.password.too-long', { max }) }),
      ...(password !== passwordRepeat && { passwordRepeat: t('auth.passwords-differ') }),
      // One sentence for both, at the first that is empty.
      ...(password !== '' && passwordRepeat === '' && { passwordRepeat: t('auth.fill-both') }),
      ...(password === '' && { password: t('auth.fill-both') }),
    };
  }

  function show(found: Errors, form: HTMLFormElement) {
    setErrors(found);
    const first = Object.keys(empty).find((name) => name in found);
    if (first) focusFieldSoon(() => form.querySelector<HTMLInputElement>(`[name="${first}"]`));
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    const found = check();
    setFailure(null);
    show(found, form);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      await changePassword(renewCalendar ? { ...values, renewCalendar } : values);
      if (renewCalendar) void client.invalidateQueries({ queryKey: meQuery.queryKey });
      setValues(empty);
      onDone();
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      if (await isDone?.()) return onDone();
      const fields = error.errors.filter(({ path }) => path in empty);
      show(Object.fromEntries(fields.map(({ path, code, params }) => [path, t(code, params)])), form);
      if (fields.length === 0) setFailure(failureText(error, t));
    } finally {
      setBusy(false);
    }
  }

  const field = (name: keyof Values) => ({
    name,
    size,
    value: values[name],
    error: errors[name],
    // PasswordInput leaves it out.
    'aria-invalid': errors[name] !== undefined,
    autoComplete: name === 'current' ? 'current-password' : 'new-password',
    visibilityToggleButtonProps: { 'aria-label': t('password.show') },
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      const { value } = event.currentTarget;
      setValues((now) => ({ ...now, [name]: value }));
      setErrors(({ [name]: _, ...others }) => others);
    },
  });

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {/* By it the browser's store of passwords knows whose they are. */}
      <input type="text" name="email" autoComplete="username" value={me.email ?? ''} readOnly hidden />
      <PasswordInput label={t('profile.password.current')} autoFocus {...field('current')} />
      <PasswordInput
        label={t('profile.password.new')}
        description={t('register.password-hint')}
        {...field('password')}
      />
      <PasswordInput label={t('profile.password.repeat')} {...field('passwordRepeat')} />
      {onCancel && <RenewCalendar value={renewCalendar} onChange={setRenewCalendar} />}
      <div role="alert" className={classes.error} hidden={size === 'sm' && failure === null}>
        {failure}
      </div>
      {onCancel ? (
        <DialogAnswers>
          <SmallButton variant="default" onClick={onCancel}>
            {t('task.action.cancel')}
          </SmallButton>
          <SmallButton type="submit" loading={busy}>
            {t('profile.password.change')}
          </SmallButton>
        </DialogAnswers>
      ) : (
        <Button type="submit" loading={busy} size={size} fullWidth>
          {t('profile.password.change')}
        </Button>
      )}
    </form>
  );
}

import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { meQuery, useMe } from '../../entities/user/users.api';
import { ApiProblem } from '../../lib/api';
import classes from '../../ui/auth.module.css';
import { SmallButton } from '../../ui/buttons';
import { DialogAnswers } from '../../ui/dialog';
import { newPasswordErrors } from '../../ui/form/new-password';
import { useDraftForm } from '../../ui/form/use-draft-form';
import { PasswordField } from '../../ui/password-field';
import { SendForm } from '../../ui/send-form';
import { changePassword } from './account.api';
import { useProfileT } from './profile-texts';
import { RenewCalendar } from './renew-calendar';

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
  const [renewCalendar, setRenewCalendar] = useState(false);
  const form = useDraftForm({
    values: { current: '', password: '', passwordRepeat: '' },
    forgiving: true,
    check: (values) => ({
      current: values.current === '' && t('profile.password.current-required'),
      ...newPasswordErrors(values),
    }),
    send: (_, { values }) => changePassword(renewCalendar ? { ...values, renewCalendar } : values),
    onSent() {
      if (renewCalendar) void client.invalidateQueries({ queryKey: meQuery.queryKey });
      form.forget();
      onDone();
    },
    async onRefused(error) {
      if (!(error instanceof ApiProblem) || !(await isDone?.())) return false;
      onDone();
      return undefined;
    },
  });
  const field = (name: 'current' | 'password' | 'passwordRepeat') => ({
    name,
    size,
    autoComplete: name === 'current' ? 'current-password' : 'new-password',
    ...form.field(name),
  });

  return (
    <SendForm {...form.props} className={classes.form}>
      {/* By it the browser's store of passwords knows whose they are. */}
      <input type="text" name="email" autoComplete="username" value={me.email ?? ''} readOnly hidden />
      <PasswordField label={t('profile.password.current')} autoFocus {...field('current')} />
      <PasswordField
        label={t('profile.password.new')}
        description={t('register.password-hint')}
        {...field('password')}
      />
      <PasswordField label={t('profile.password.repeat')} {...field('passwordRepeat')} />
      {onCancel && <RenewCalendar value={renewCalendar} onChange={setRenewCalendar} />}
      <div role="alert" className={classes.error} hidden={size === 'sm' && form.failure === null}>
        {form.failure}
      </div>
      {onCancel ? (
        <DialogAnswers>
          <SmallButton variant="default" onClick={onCancel}>
            {t('task.action.cancel')}
          </SmallButton>
          <SmallButton type="submit" loading={form.busy}>
            {t('profile.password.change')}
          </SmallButton>
        </DialogAnswers>
      ) : (
        <Button type="submit" loading={form.busy} size={size} fullWidth>
          {t('profile.password.change')}
        </Button>
      )}
    </SendForm>
  );
}

import { isEmailAddress, limits } from '@gos/domain';
import { Button, TextInput } from '@mantine/core';
import { useT } from '../../i18n';
import { ApiProblem } from '../../lib/api';
import classes from '../../ui/auth.module.css';
import { newPasswordErrors } from '../../ui/form/new-password';
import { useDraftForm } from '../../ui/form/use-draft-form';
import { PasswordField } from '../../ui/password-field';
import { SendForm } from '../../ui/send-form';
import { register } from './session.api';

interface RegisterFormProps {
  readonly onDone: () => unknown;
  /** By an invitation, which is for one e-mail. */
  readonly invited?: { readonly email: string; readonly invitation: string };
  /** For the first person, who needs the code that the installation prints; what of it is known. */
  readonly setup?: string;
  readonly onSetup?: (setup: string) => void;
}

export function RegisterForm({ onDone, invited, setup, onSetup }: RegisterFormProps) {
  const t = useT();
  const form = useDraftForm({
    values: { setup: setup ?? '', name: '', email: invited?.email ?? '', password: '', passwordRepeat: '' },
    forgiving: true,
    check: (values) => ({
      setup: setup !== undefined && values.setup.trim() === '' && t('register.setup-required'),
      name: values.name.trim() === '' && t('register.name-required'),
      email: !isEmailAddress(values.email.trim()) && t('auth.email'),
      ...newPasswordErrors(values),
    }),
    send: (_, { values }) =>
      register({
        email: values.email.trim(),
        password: values.password,
        passwordRepeat: values.passwordRepeat,
        name: values.name.trim(),
        ...(setup !== undefined && { setup: values.setup.trim() }),
        ...(invited && { invitation: invited.invitation }),
      }),
    onSent: onDone,
    onRefused: (error) =>
      setup !== undefined && error instanceof ApiProblem && error.code === 'auth.setup'
        ? { setup: t('register.setup-wrong') }
        : false,
  });
  const field = (name: 'name' | 'email' | 'password' | 'passwordRepeat') => ({
    name,
    size: 'md',
    ...form.field(name),
  });

  const setupField = form.field('setup');

  return (
    <SendForm {...form.props} className={classes.form}>
      {setup !== undefined && (
        <TextInput
          label={t('register.setup')}
          description={t('register.setup-hint')}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          autoFocus={setup === ''}
          name="setup"
          size="md"
          {...setupField}
          onChange={(event) => {
            setupField.onChange(event);
            onSetup?.(event.currentTarget.value.trim());
          }}
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
      <PasswordField
        label={t('login.password')}
        description={t('register.password-hint')}
        autoComplete="new-password"
        {...field('password')}
      />
      <PasswordField label={t('register.password-repeat')} autoComplete="new-password" {...field('passwordRepeat')} />
      <div role="alert" className={classes.error}>
        {form.failure}
      </div>
      <Button type="submit" loading={form.busy} size="md" fullWidth>
        {t('register.submit')}
      </Button>
    </SendForm>
  );
}

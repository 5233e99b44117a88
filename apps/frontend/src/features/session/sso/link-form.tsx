import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ApiProblem } from '../../../lib/api';
import classes from '../../../ui/auth.module.css';
import { useDraftForm } from '../../../ui/form/use-draft-form';
import { PasswordField } from '../../../ui/password-field';
import pieces from '../../../ui/pieces.module.css';
import { focusFieldSoon, SendForm } from '../../../ui/send-form';
import { link } from './sso.api';
import { useSsoT } from './sso-texts';

interface LinkFormProps {
  readonly email: string;
  readonly onDone: (redirectTo: string) => void;
  /** It took too long, or was finished in another tab. */
  readonly onEnded: (error: ApiProblem) => void;
}

/** The password form of the account that has the same email. */
export function LinkForm({ email, onDone, onEnded }: LinkFormProps) {
  const t = useSsoT();
  const form = useDraftForm({
    values: { password: '' },
    forgiving: true,
    check: ({ password }) => ({ password: password === '' && t('validation.required') }),
    send: (_, { values }) => link(values.password),
    onSent: ({ redirectTo }) => onDone(redirectTo),
    onRefused(error) {
      if (error instanceof ApiProblem && error.code === 'auth.sso.ended') return void onEnded(error);
      focusFieldSoon(() => form.props.ref.current?.querySelector<HTMLElement>('[data-field]'));
      return false;
    },
  });
  const { error, ...field } = form.field('password');
  const said = error ?? form.failure;

  return (
    <SendForm {...form.props} className={classes.form}>
      {/* By it the browser's store of passwords knows whose it is. */}
      <input type="text" name="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label={t('login.password')}
        name="password"
        autoComplete="current-password"
        autoFocus
        {...field}
        error={said !== null}
        size="md"
      />
      <div role="alert" className={classes.error}>
        {said}
      </div>
      <Button type="submit" loading={form.busy} size="md" fullWidth>
        {t('sso.link.submit')}
      </Button>
      <p className={classes.aside} style={{ margin: 0 }}>
        <Link to="/forgotten" className={`${pieces.plainLink} ${classes.link}`}>
          {t('login.forgotten')}
        </Link>
      </p>
    </SendForm>
  );
}

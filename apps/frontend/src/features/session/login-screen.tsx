import { Link, useSearch } from '@tanstack/react-router';
import { useT } from '../../i18n';
import { runtimeConfig } from '../../lib/runtime-config';
import classes from '../../ui/auth.module.css';
import { AuthPage } from '../../ui/auth-page';
import { LoginForm } from './login-form';
import { useEnter } from './use-enter';

export function LoginScreen() {
  const t = useT();
  const enter = useEnter();
  const { redirectTo } = useSearch({ strict: false }) as { redirectTo?: string };
  const foot =
    runtimeConfig().registration === 'off' ? undefined : (
      <Link to="/register" search={{ redirectTo }} className={classes.link}>
        {t('login.to-register')}
      </Link>
    );
  return (
    <AuthPage title={t('login.title')} foot={foot}>
      <LoginForm onDone={() => void enter()} />
      <p className={classes.aside}>
        <Link to="/forgotten" className={classes.link}>
          {t('login.forgotten')}
        </Link>
      </p>
    </AuthPage>
  );
}

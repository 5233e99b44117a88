import { useQueryClient } from '@tanstack/react-query';
import { Link, useRouter, useSearch } from '@tanstack/react-router';
import { useT } from '../../i18n';
import { runtimeConfig } from '../../lib/runtime-config';
import classes from './auth.module.css';
import { AuthPage } from './auth-page';
import { LoginForm } from './login-form';

/** After signing in, on to where one wanted to go. */
export function useEnter() {
  const client = useQueryClient();
  const router = useRouter();
  const { redirectTo } = useSearch({ strict: false }) as { redirectTo?: string };
  return () => {
    client.clear();
    router.history.push(redirectTo ?? '/tasks');
  };
}

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
      <LoginForm onDone={enter} />
    </AuthPage>
  );
}

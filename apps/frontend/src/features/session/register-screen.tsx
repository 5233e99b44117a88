import { Link, useSearch } from '@tanstack/react-router';
import { useT } from '../../i18n';
import classes from '../../ui/auth.module.css';
import { AuthPage } from '../../ui/auth-page';
import { RegisterForm } from './register-form';
import { useEnter } from './use-enter';

export function RegisterScreen() {
  const t = useT();
  const enter = useEnter({ registered: true });
  const { redirectTo } = useSearch({ strict: false }) as { redirectTo?: string };
  return (
    <AuthPage
      title={t('register.title')}
      foot={
        <Link to="/login" search={{ redirectTo }} className={classes.link}>
          {t('register.to-login')}
        </Link>
      }
    >
      <RegisterForm onDone={() => void enter()} />
    </AuthPage>
  );
}

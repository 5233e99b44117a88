import { Link, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useEnter } from '../../entities/user/use-enter';
import { type MessageId, useT } from '../../i18n';
import { runtimeConfig } from '../../lib/runtime-config';
import { takeSignedOutAt } from '../../lib/signed-out-at';
import classes from '../../ui/auth.module.css';
import { AuthPage } from '../../ui/auth-page';
import pieces from '../../ui/pieces.module.css';
import { LoginForm } from './login-form';
import { useVisitsElsewhere } from './other-tabs';
import { SsoButtons } from './sso/sso-buttons';

/**
 * Why somebody was sent here, instead of to a provider or with a sign-in that was not kept. Anybody may write such an address:
 * nothing else is said by it.
 */
const reasons: readonly MessageId[] = [
  'auth.sso.unavailable',
  'auth.sso.unknown',
  'auth.sso.ended',
  'auth.sso.refused',
  'login.not-kept',
  'login.not-kept.http',
];

export function LoginScreen() {
  const t = useT();
  const enter = useEnter();
  const navigate = useNavigate();
  const router = useRouter();
  const { redirectTo, error, state } = useSearch({ from: '/_auth/login' });
  const [signedOut, setSignedOut] = useState<ReturnType<typeof takeSignedOutAt>>(null);
  const [reason, setReason] = useState<MessageId>();

  // A sign-in in another tab applies here too.
  useVisitsElsewhere(() => void router.invalidate());

  // Said once: it is not true any more when the page is loaded again.
  useEffect(() => {
    if (error === undefined) return;
    setReason(reasons.find((one) => one === error));
    void navigate({ to: '/login', search: { redirectTo }, replace: true });
  }, [error, redirectTo, navigate]);

  useEffect(() => {
    const at = takeSignedOutAt(state);
    if (at) setSignedOut(at);
    if (state !== undefined) void navigate({ to: '/login', search: { redirectTo }, replace: true });
  }, [state, redirectTo, navigate]);

  const foot =
    runtimeConfig().registration === 'off' ? undefined : (
      <Link to="/register" search={{ redirectTo }} className={`${pieces.plainLink} ${classes.link}`}>
        {t('login.to-register')}
      </Link>
    );
  return (
    <AuthPage title={t('login.title')} foot={foot}>
      {reason && (
        <p role="alert" className={`${classes.about} ${classes.refused}`}>
          {t(reason)}
        </p>
      )}
      {signedOut && (
        <p role="status" className={classes.about}>
          {t(signedOut.ended ? 'login.signed-out-at' : 'login.not-signed-out-at', { name: signedOut.name })}
        </p>
      )}
      <LoginForm onDone={() => enter()} />
      <p className={classes.aside}>
        <Link to="/forgotten" className={`${pieces.plainLink} ${classes.link}`}>
          {t('login.forgotten')}
        </Link>
      </p>
      <SsoButtons redirectTo={redirectTo} />
    </AuthPage>
  );
}

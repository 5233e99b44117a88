import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { useLogout } from '../../entities/user/use-logout';
import { meQuery, useMe } from '../../entities/user/users.api';
import { ApiProblem } from '../../lib/api';
import classes from '../../ui/auth.module.css';
import { AuthPage } from '../../ui/auth-page';
import { failureText } from '../../ui/failure-text';
import pieces from '../../ui/pieces.module.css';
import { accountKeys, confirmEmail, ownEmailQuery } from './account.api';
import { ProfileTexts, useProfileT } from './profile-texts';

interface SaidProps {
  readonly children: ReactNode;
}

function Said({ children }: SaidProps) {
  const t = useProfileT();
  return (
    <>
      {children}
      <Button component={Link} to="/profile" size="md" fullWidth>
        {t('profile.email.to-profile')}
      </Button>
    </>
  );
}

function ConfirmEmail() {
  const t = useProfileT();
  const me = useMe();
  const client = useQueryClient();
  const navigate = useNavigate();
  const logout = useLogout();
  const given = useSearch({ from: '/email' }).token;
  const [token, setToken] = useState(given);
  const { data } = useQuery(ownEmailQuery);
  const [done, setDone] = useState<string | null>(null);
  const [failure, setFailure] = useState<ReactNode>(null);
  const [isInvalid, setInvalid] = useState(false);
  const [busy, setBusy] = useState(false);

  // The token stays in no history. Another link may be opened in this tab.
  useEffect(() => {
    if (given === undefined) return;
    setToken(given);
    void navigate({ to: '/email', search: {}, replace: true });
  }, [given, navigate]);

  async function confirm() {
    if (busy || token === undefined) return;
    setBusy(true);
    setFailure(null);
    try {
      await confirmEmail(token);
      const { email } = await client.fetchQuery({ ...ownEmailQuery, staleTime: 0 });
      await client.invalidateQueries({ queryKey: meQuery.queryKey, exact: true });
      setDone(email);
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      setInvalid(error.code === 'user.email.link');
      setFailure(failureText(error, t));
      void client.invalidateQueries({ queryKey: accountKeys.email });
    } finally {
      setBusy(false);
    }
  }

  const pending = data?.pending;
  const signOut = (
    <button type="button" className={`${pieces.plainLink} ${classes.link}`} onClick={() => void logout()}>
      {t('user.logout')}
    </button>
  );
  if (done !== null) {
    return (
      <AuthPage title={t('profile.email.confirm.done.title')}>
        <Said>
          <p className={classes.about} role="status">
            {t('profile.email.confirm.done', { email: done })}
          </p>
        </Said>
      </AuthPage>
    );
  }
  if (isInvalid || token === undefined || (data && !pending && failure === null)) {
    return (
      <AuthPage title={t('profile.email.confirm.title')} foot={signOut}>
        <Said>
          <p className={classes.about} role="alert">
            {t('profile.email.confirm.missing', { name: me.name, email: data?.email ?? me.email ?? '' })}
          </p>
        </Said>
      </AuthPage>
    );
  }
  return (
    <AuthPage title={t('profile.email.confirm.title')} foot={signOut}>
      {pending && (
        <p className={classes.about} style={{ overflowWrap: 'anywhere' }}>
          {t('profile.email.confirm.about', { name: me.name, old: data.email, email: pending.email })}
        </p>
      )}
      <div role="alert" className={classes.error}>
        {failure}
      </div>
      <Button size="md" fullWidth autoFocus loading={busy} onClick={() => void confirm()}>
        {t('profile.email.confirm')}
      </Button>
    </AuthPage>
  );
}

/** The mailed link of a new e-mail address, for the person who is signed in. */
export const ConfirmEmailScreen = () => (
  <ProfileTexts>
    <ConfirmEmail />
  </ProfileTexts>
);

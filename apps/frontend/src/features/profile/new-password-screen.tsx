import { useQueryClient } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useLogout } from '../../entities/user/use-logout';
import { meQuery } from '../../entities/user/users.api';
import classes from '../../ui/auth.module.css';
import { AuthPage } from '../../ui/auth-page';
import pieces from '../../ui/pieces.module.css';
import { PasswordForm } from './password-form';
import { ProfileTexts, useProfileT } from './profile-texts';

function NewPassword() {
  const t = useProfileT();
  const client = useQueryClient();
  const router = useRouter();
  const logout = useLogout();
  const { redirectTo } = useSearch({ from: '/password' });

  const done = () => {
    client.setQueryData(meQuery.queryKey, (known) => known && { ...known, password: 'own' as const });
    router.history.replace(redirectTo ?? '/tasks');
  };
  const isDone = async () => {
    const me = await client.fetchQuery({ ...meQuery, staleTime: 0 }).catch(() => null);
    return me !== null && me.password !== 'temporary';
  };
  return (
    <AuthPage
      title={t('profile.password.first')}
      foot={
        <button type="button" className={`${pieces.plainLink} ${classes.link}`} onClick={() => void logout()}>
          {t('user.logout')}
        </button>
      }
    >
      <p className={classes.about}>{t('profile.password.first.about')}</p>
      <PasswordForm size="md" onDone={done} isDone={isDone} />
    </AuthPage>
  );
}

/** Precedes all screens for a person who signed in with a password from an operator. */
export const NewPasswordScreen = () => (
  <ProfileTexts>
    <NewPassword />
  </ProfileTexts>
);

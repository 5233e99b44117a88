import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useSignedOutElsewhere } from '../../entities/user/use-logout';
import { meQuery, useMe } from '../../entities/user/users.api';
import { useT } from '../../i18n';
import { onSessionEnded } from '../../lib/api';
import { serverNow } from '../../lib/server-clock';
import { appGuard, sessionCookies } from '../../lib/session';
import { showToast } from '../../ui/toast';
import { useOtherTabs } from './other-tabs';
import { whoIsSignedIn } from './session.api';

export const loadSignInAgain = () => import('./sign-in-again').then((module) => ({ default: module.SignInAgain }));
const SignInAgain = lazy(loadSignInAgain);

/** The session ended under somebody's hands: they sign in over the screen, and what waited is sent again. */
export function SessionDialog() {
  const t = useT();
  const me = useMe();
  const client = useQueryClient();
  const [open, setOpen] = useState(false);
  const waiting = useRef<(() => void)[]>([]);

  const signedOutElsewhere = useSignedOutElsewhere();
  useOtherTabs(me.id, { onSignedOut: () => void signedOutElsewhere() });

  useEffect(
    () =>
      onSessionEnded(
        () =>
          new Promise((resolve) => {
            waiting.current.push(resolve);
            setOpen(true);
          }),
      ),
    [],
  );

  const done = useCallback(
    ({ id }: { readonly id: number }) => {
      if (id !== me.id) {
        // Unsaved input of one person must not be sent in another's name.
        showToast({ message: t('login.ended.other') });
        window.location.reload();
        return;
      }
      setOpen(false);
      for (const resolve of waiting.current.splice(0)) resolve();
      void client.invalidateQueries({ queryKey: meQuery.queryKey });
    },
    [client, me.id, t],
  );

  // A person who signed in in another tab meanwhile need not sign in here too.
  useEffect(() => {
    if (!open) return;
    const look = () => {
      if (document.visibilityState !== 'visible' || appGuard(sessionCookies(), serverNow()) !== 'stay') return;
      void whoIsSignedIn().then((person) => person && done(person));
    };
    window.addEventListener('focus', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      window.removeEventListener('focus', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, [open, done]);

  if (!open) return null;
  return (
    <Suspense>
      <SignInAgain onDone={done} email={me.email ?? ''} />
    </Suspense>
  );
}

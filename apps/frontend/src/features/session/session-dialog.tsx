import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { showToast } from '../../components/toast';
import { useT } from '../../i18n';
import { onSessionEnded } from '../../lib/api';
import { meQuery, useMe } from './session.api';

export const loadSignInAgain = () => import('./sign-in-again').then((module) => ({ default: module.SignInAgain }));
const SignInAgain = lazy(loadSignInAgain);

/** The session ended under somebody's hands: they sign in over the screen, and what waited is sent again. */
export function SessionDialog() {
  const t = useT();
  const me = useMe();
  const client = useQueryClient();
  const [open, setOpen] = useState(false);
  const waiting = useRef<(() => void)[]>([]);

  useEffect(() => {
    onSessionEnded(
      () =>
        new Promise((resolve) => {
          waiting.current.push(resolve);
          setOpen(true);
        }),
    );
  }, []);

  function done({ id }: { readonly id: number }) {
    if (id !== me.id) {
      // What one person typed is not sent in another's name.
      showToast({ message: t('login.ended.other') });
      window.location.reload();
      return;
    }
    setOpen(false);
    for (const resolve of waiting.current.splice(0)) resolve();
    void client.invalidateQueries({ queryKey: meQuery.queryKey });
  }

  if (!open) return null;
  return (
    <Suspense>
      <SignInAgain onDone={done} email={me.email ?? ''} />
    </Suspense>
  );
}

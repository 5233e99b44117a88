import { localPath } from '@gos/domain/kernel/local-path';
import { Button, Loader } from '@mantine/core';
import { Link, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useEnter } from '../../../entities/user/use-enter';
import { problemText } from '../../../i18n';
import { ApiProblem } from '../../../lib/api';
import { serverNow } from '../../../lib/server-clock';
import { appGuard, authGuard, sessionCookies } from '../../../lib/session';
import { refreshSession } from '../../../lib/session-refresh';
import { isConnecting } from '../../../lib/sso-connecting';
import { useEventCallback } from '../../../lib/use-event-callback';
import classes from '../../../ui/auth.module.css';
import { AuthPage } from '../../../ui/auth-page';
import pieces from '../../../ui/pieces.module.css';
import { showToast } from '../../../ui/toast';
import { LinkForm } from './link-form';
import { finishOnce, letAgain } from './sso.api';
import { SsoTexts, useSsoT } from './sso-texts';

type Step =
  | { readonly at: 'taking' }
  | { readonly at: 'link'; readonly email: string; readonly name: string }
  /** `said` is what the provider added; without a `problem` it refused, or there was nothing to finish. */
  | { readonly at: 'failed'; readonly problem?: ApiProblem; readonly denied?: boolean; readonly said?: string };

const home = '/tasks';
/** Anybody may write such an address: what the provider is made to say is short, and never more than text. */
const longestSaid = 200;

interface FailedProps {
  readonly step: Extract<Step, { at: 'failed' }>;
  readonly connecting: boolean;
  readonly onAgain: () => void;
}

function Failed({ step: { problem, denied, said }, connecting, onAgain }: FailedProps) {
  const t = useSsoT();
  const plain = denied ? 'sso.denied' : said === undefined ? 'auth.sso.ended' : 'auth.sso.refused';
  // The server did not decide, so that the same return may still count.
  const mayAgain = problem !== undefined && (problem.status === 0 || problem.status === 429 || problem.status >= 500);
  const variant = mayAgain ? 'default' : 'filled';
  return (
    <>
      <div role="alert">
        <p className={classes.about}>{problem ? problemText(problem.problem, t) : t(plain)}</p>
        {said !== undefined && (
          <p className={classes.about} style={{ overflowWrap: 'anywhere', fontSize: 13 }}>
            {t('sso.said', { text: said })}
          </p>
        )}
      </div>
      <div className={classes.form}>
        {mayAgain && (
          <Button size="md" fullWidth onClick={onAgain}>
            {t('app.error.retry')}
          </Button>
        )}
        {problem?.code === 'auth.sso.recover' && (
          <Button component={Link} to="/forgotten" size="md" fullWidth variant="default">
            {t('sso.to-forgotten')}
          </Button>
        )}
        <Button component={Link} to={connecting ? '/profile' : '/login'} size="md" fullWidth variant={variant}>
          {t(connecting ? 'sso.to-profile' : 'sso.to-login')}
        </Button>
      </div>
    </>
  );
}

function CallbackPage() {
  const t = useSsoT();
  const router = useRouter();
  const navigate = useNavigate();
  const enter = useEnter();
  const search = useSearch({ from: '/_auth/oidc-callback' });
  const [back] = useState(search);
  const [connecting] = useState(() => isConnecting(back.state));
  const [step, setStep] = useState<Step>({ at: 'taking' });
  const [tries, setTries] = useState(1);

  // The code stays in no history.
  const hasSearch = Object.keys(search).length > 0;
  useEffect(() => {
    if (hasSearch) void navigate({ to: '/oidc-callback', search: {}, replace: true });
  }, [hasSearch, navigate]);

  /** The address is replaced, so that the way back does not lead here. */
  function goOn(redirectTo: string) {
    const to = localPath(redirectTo) ?? home;
    if (!connecting) return void enter(to);
    showToast({ message: t('sso.connected') });
    router.history.replace(to);
  }

  /** A person who returned by the back button, or after the sign-in finished, is signed in already. */
  function fail(failed: Extract<Step, { at: 'failed' }>) {
    const { problem, said } = failed;
    const isOver = problem ? problem.code === 'auth.sso.ended' : said === undefined && !failed.denied;
    const signedIn = authGuard(sessionCookies(), serverNow()) === 'to-tasks';
    if (isOver && signedIn && !connecting) router.history.replace(home);
    else setStep(failed);
  }

  const take = useEventCallback(async (isHere: () => boolean) => {
    const { code, state, iss, error, error_description: description } = back;
    if (error !== undefined) {
      const denied = error === 'access_denied';
      const said = (description ?? (denied ? undefined : error))?.slice(0, longestSaid);
      return fail({ at: 'failed', denied, said });
    }
    if (!code || !state) return fail({ at: 'failed' });
    try {
      // Connecting requires a signed-in person; the access may have expired during the visit at the provider.
      if (connecting && appGuard(sessionCookies(), serverNow()) === 'refresh') await refreshSession();
      const answer = await finishOnce(code, state, iss);
      if (!isHere()) return;
      if ('link' in answer) setStep({ at: 'link', email: answer.link.email, name: answer.link.provider.name });
      else goOn(answer.redirectTo);
    } catch (problem) {
      if (!(problem instanceof ApiProblem)) throw problem;
      if (isHere()) fail({ at: 'failed', problem });
    }
  });

  useEffect(() => {
    let here = true;
    void take(() => here);
    return () => {
      here = false;
    };
  }, [tries, take]);

  function again() {
    letAgain(back.state ?? '');
    setStep({ at: 'taking' });
    setTries((count) => count + 1);
  }

  switch (step.at) {
    case 'taking':
      return (
        <AuthPage title={t('login.title')}>
          <p role="status" className={classes.about} style={{ display: 'flex', alignItems: 'center', gap: 10 }}>
            <Loader size="sm" aria-hidden />
            {t('sso.taking')}
          </p>
        </AuthPage>
      );
    case 'link':
      return (
        <AuthPage
          title={t('sso.link')}
          foot={
            <Link to="/login" className={`${pieces.plainLink} ${classes.link}`}>
              {t('sso.to-login')}
            </Link>
          }
        >
          <p className={classes.about} style={{ overflowWrap: 'anywhere' }}>
            {t('sso.link.about', { email: step.email, name: step.name })}
          </p>
          <LinkForm email={step.email} onDone={goOn} onEnded={(problem) => fail({ at: 'failed', problem })} />
        </AuthPage>
      );
    case 'failed':
      return (
        <AuthPage title={t(connecting ? 'sso.connect-failed' : 'sso.failed')}>
          <Failed step={step} connecting={connecting} onAgain={again} />
        </AuthPage>
      );
  }
}

/** Handles the return from single sign-on: signs in, requests the password of an account to link, or shows the error. */
export const CallbackScreen = () => (
  <SsoTexts>
    <CallbackPage />
  </SsoTexts>
);

import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useEnter } from '../../entities/user/use-enter';
import { type MessageId, problemText, useT } from '../../i18n';
import { ApiProblem } from '../../lib/api';
import { forgetSetup, runtimeConfig } from '../../lib/runtime-config';
import classes from '../../ui/auth.module.css';
import { AuthPage } from '../../ui/auth-page';
import { FailedLine } from '../../ui/empty-state';
import pieces from '../../ui/pieces.module.css';
import { RegisterForm } from './register-form';
import { invitationQuery } from './session.api';
import { SsoButtons } from './sso/sso-buttons';

/** Why nobody registers here without an invitation, if so. */
const closedSentences: Readonly<Record<string, MessageId>> = {
  invite: 'register.by-invitation',
  off: 'auth.registration-closed',
};

/** The form for the address that was invited, or why the invitation is of no use. */
function Invited({ token, onDone }: { readonly token: string; readonly onDone: () => unknown }) {
  const t = useT();
  const { data, error, isFetching, refetch } = useQuery(invitationQuery(token));
  if (data) {
    return (
      <>
        <p className={classes.about}>{t('register.invited', { name: data.invitedBy })}</p>
        <RegisterForm onDone={onDone} invited={{ email: data.email, invitation: token }} />
      </>
    );
  }
  if (error instanceof ApiProblem && error.status === 422) {
    return (
      <>
        <p role="alert" className={classes.about}>
          {t('register.invitation-ended')}
        </p>
        {runtimeConfig().registration === 'open' && (
          <Link to="/register" className={`${pieces.plainLink} ${classes.link}`}>
            {t('register.without-invitation')}
          </Link>
        )}
      </>
    );
  }
  if (error) {
    const text = error instanceof ApiProblem ? problemText(error.problem, t) : t('app.error.title');
    return <FailedLine text={text} busy={isFetching} onRetry={() => void refetch()} />;
  }
  return <Skeleton height={330} />;
}

interface RegistrationProps {
  readonly token: string | undefined;
  /** The code of the first person, where one is needed. */
  readonly setup: string | undefined;
  readonly onSetup: (setup: string) => void;
  readonly onDone: () => unknown;
}

function Registration({ token, setup, onSetup, onDone }: RegistrationProps) {
  const t = useT();
  const { registration } = runtimeConfig();
  const isClosed = registration === 'off' || (registration === 'invite' && token === undefined);
  if (isClosed) return <p className={classes.about}>{t(closedSentences[registration]!)}</p>;
  if (runtimeConfig().setup !== undefined) {
    return (
      <>
        <p className={classes.about}>{t(setup === undefined ? 'register.first' : 'register.first.code')}</p>
        <RegisterForm onDone={onDone} setup={setup} onSetup={onSetup} />
      </>
    );
  }
  return token === undefined ? <RegisterForm onDone={onDone} /> : <Invited token={token} onDone={onDone} />;
}

export function RegisterScreen() {
  const t = useT();
  const enter = useEnter({ registered: true });
  const search = useSearch({ strict: false }) as { redirectTo?: string; invitation?: string; setup?: string };
  const { redirectTo, invitation } = search;
  const [typed, setTyped] = useState(search.setup ?? '');
  const first = runtimeConfig().setup;
  const setup = first === 'needed' ? typed : undefined;
  const done = () => {
    forgetSetup();
    return enter();
  };
  return (
    <AuthPage
      title={t('register.title')}
      foot={
        first === undefined ? (
          <Link to="/login" search={{ redirectTo }} className={`${pieces.plainLink} ${classes.link}`}>
            {t('register.to-login')}
          </Link>
        ) : undefined
      }
    >
      <Registration token={invitation} setup={setup} onSetup={setTyped} onDone={done} />
      {/* A verified e-mail that was invited counts as the invitation does. */}
      {runtimeConfig().registration !== 'off' && <SsoButtons redirectTo={redirectTo} setup={setup} />}
    </AuthPage>
  );
}

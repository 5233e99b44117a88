import { Button } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import classes from '../../../ui/auth.module.css';
import { AuthPage } from '../../../ui/auth-page';
import pieces from '../../../ui/pieces.module.css';
import { AskForm } from './ask-form';
import { RecoverForm } from './recover-form';
import { RecoveryTexts, useRecoveryT } from './recovery-texts';

type Step = { readonly at: 'ask' | 'done' } | { readonly at: 'sent'; readonly email: string } | TokenStep;
interface TokenStep {
  readonly at: 'choose';
  readonly token: string;
}

function Said({ children, link }: { readonly children: ReactNode; readonly link: string }) {
  return (
    <>
      <div role="status">{children}</div>
      <Button component={Link} to="/login" size="md" fullWidth>
        {link}
      </Button>
    </>
  );
}

function ForgottenPage() {
  const t = useRecoveryT();
  const navigate = useNavigate();
  const { token } = useSearch({ from: '/_auth/forgotten' });
  const [step, setStep] = useState<Step>(token === undefined ? { at: 'ask' } : { at: 'choose', token });

  // The token stays in no history and no address that is sent on. Another link may be opened in this tab.
  useEffect(() => {
    if (token === undefined) return;
    setStep({ at: 'choose', token });
    void navigate({ to: '/forgotten', search: {}, replace: true });
  }, [token, navigate]);

  const toLogin = (
    <Link to="/login" className={`${pieces.plainLink} ${classes.link}`}>
      {t('recovery.to-login')}
    </Link>
  );
  switch (step.at) {
    case 'ask':
      return (
        <AuthPage title={t('recovery.title')} foot={toLogin}>
          <p className={classes.about}>{t('recovery.ask')}</p>
          <AskForm onSent={(email) => setStep({ at: 'sent', email })} />
        </AuthPage>
      );
    case 'sent':
      return (
        <AuthPage
          title={t('recovery.sent.title')}
          foot={
            <button
              type="button"
              className={`${pieces.plainLink} ${classes.link}`}
              onClick={() => setStep({ at: 'ask' })}
            >
              {t('recovery.again')}
            </button>
          }
        >
          <Said link={t('recovery.to-login')}>
            <p className={classes.about}>{t('recovery.sent', { email: step.email })}</p>
            <p className={classes.about}>{t('recovery.sent.missing')}</p>
          </Said>
        </AuthPage>
      );
    case 'choose':
      return (
        <AuthPage title={t('recovery.title-choose')} foot={toLogin}>
          <p className={classes.about}>{t('recovery.choose')}</p>
          <RecoverForm
            key={step.token}
            token={step.token}
            onDone={() => setStep({ at: 'done' })}
            onAgain={() => setStep({ at: 'ask' })}
          />
        </AuthPage>
      );
    case 'done':
      return (
        <AuthPage title={t('recovery.done.title')}>
          <Said link={t('recovery.to-login')}>
            <p className={classes.about}>{t('recovery.done')}</p>
          </Said>
        </AuthPage>
      );
  }
}

/** Resets a forgotten password by a mailed link. */
export function ForgottenScreen() {
  return (
    <RecoveryTexts>
      <ForgottenPage />
    </RecoveryTexts>
  );
}

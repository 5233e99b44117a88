import { type UserAnswer, userRoutes } from '@gos/contract';
import { useState } from 'react';
import { request } from '../../lib/request';
import { AskDialog } from '../../ui/ask-dialog';
import { SmallButton } from '../../ui/buttons';
import { showProblem, showToast } from '../../ui/toast';
import classes from './people.module.css';
import { usePeopleT } from './people-texts';

/** For an admin, at somebody else: signs them out of every browser. */
export function SessionsSection({ user: { id, name } }: { readonly user: UserAnswer }) {
  const t = usePeopleT();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);

  async function end() {
    setBusy(true);
    try {
      await request(userRoutes.endSessions, { id });
      setAsking(false);
      showToast({ message: t('people.sessions.done', { name }) });
    } catch (error) {
      showProblem(error, t('people.sessions.failure'));
    } finally {
      setBusy(false);
    }
  }

  return (
    <section className={classes.section} aria-label={t('people.sessions')}>
      <h2>{t('people.sessions')}</h2>
      <p className={classes.told}>{t('people.sessions.about')}</p>
      <div className={classes.actions}>
        <SmallButton variant="default" onClick={() => setAsking(true)}>
          {t('people.sessions.end')}
        </SmallButton>
      </div>
      {asking && (
        <AskDialog
          title={t('people.sessions.title', { name })}
          text={t('people.sessions.text')}
          answer={t('people.sessions.answer')}
          busy={busy}
          onAnswer={() => void end()}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  );
}

import { type UserAnswer, userRoutes } from '@gos/contract';
import { useState } from 'react';
import { request } from '../../lib/request';
import { AskDialog } from '../../ui/ask-dialog';
import { SmallButton } from '../../ui/buttons';
import { showProblem, showToast } from '../../ui/toast';
import { usePeopleT } from './people-texts';
import { Actions, Paragraph, PersonSection } from './person-section';

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
    <PersonSection title={t('people.sessions')}>
      <Paragraph>{t('people.sessions.about')}</Paragraph>
      <Actions>
        <SmallButton variant="default" onClick={() => setAsking(true)}>
          {t('people.sessions.end')}
        </SmallButton>
      </Actions>
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
    </PersonSection>
  );
}

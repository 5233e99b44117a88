import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useMe } from '../../entities/user/users.api';
import { AskDialog } from '../../ui/ask-dialog';
import { SmallButton } from '../../ui/buttons';
import { SettingsSection } from '../../ui/settings';
import { showProblem, showToast } from '../../ui/toast';
import { lookAgain, personSecondStepQuery, resetSecondStep } from './second-step.api';
import { TwoStepTexts, useTwoStepT } from './two-step-texts';

interface ResetProps {
  readonly person: { readonly id: number; readonly name: string };
}

function Reset({ person: { id, name } }: ResetProps) {
  const t = useTwoStepT();
  const client = useQueryClient();
  const { data } = useQuery(personSecondStepQuery(id));
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  if (!data || data.methods.length === 0) return null;

  async function reset() {
    setBusy(true);
    try {
      await resetSecondStep(id);
      setAsking(false);
      showToast({ message: t('two-step.reset.done', { name }) });
    } catch (error) {
      showProblem(error);
    } finally {
      setBusy(false);
      void lookAgain(client);
    }
  }

  return (
    <SettingsSection id="person-second-step" title={t('two-step.title')} about={t('two-step.reset.about')}>
      <SmallButton variant="default" onClick={() => setAsking(true)}>
        {t('two-step.reset')}
      </SmallButton>
      {asking && (
        <AskDialog
          title={t('two-step.reset.title', { name })}
          text={t('two-step.reset.text')}
          answer={t('two-step.reset')}
          busy={busy}
          onAnswer={() => void reset()}
          onClose={() => setAsking(false)}
        />
      )}
    </SettingsSection>
  );
}

/** For an admin, at somebody else's data: helps who lost every way to finish the sign-in. */
export function ResetSecondStep(props: ResetProps) {
  const me = useMe();
  if (me.role !== 'admin' || me.id === props.person.id) return null;
  return (
    <TwoStepTexts>
      <Reset {...props} />
    </TwoStepTexts>
  );
}

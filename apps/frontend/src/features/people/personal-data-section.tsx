import { type UserAnswer, userRoutes } from '@gos/contract';
import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { savePersonalData } from '../../entities/user/personal-data';
import { userKeys } from '../../entities/user/users.api';
import { problemText } from '../../i18n';
import { ApiProblem } from '../../lib/api';
import { randomId } from '../../lib/random-id';
import { request } from '../../lib/request';
import { SmallButton } from '../../ui/buttons';
import { Dialog, DialogAnswers } from '../../ui/dialog';
import { focusFieldSoon, SendForm } from '../../ui/send-form';
import { showProblem, showToast } from '../../ui/toast';
import classes from './people.module.css';
import { usePeopleT } from './people-texts';

interface Props {
  readonly user: UserAnswer;
}

function EraseDialog({ user, onClose }: Props & { readonly onClose: () => void }) {
  const t = usePeopleT();
  const client = useQueryClient();
  const [confirm, setConfirm] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  // One action of a person, however often it is sent: after a lost answer it is still the same.
  const [idempotencyKey, setKey] = useState(randomId);

  async function send() {
    if (busy) return;
    setBusy(true);
    try {
      await request(userRoutes.erase, { id: user.id, body: { confirm }, idempotencyKey });
      showToast({ message: t('people.erase.done') });
      await client.invalidateQueries({ queryKey: userKeys.all });
      onClose();
    } catch (failure) {
      if (!(failure instanceof ApiProblem)) throw failure;
      setKey(randomId());
      if (failure.code === 'user.erase.name') {
        setError(problemText(failure.problem, t));
        focusFieldSoon(() => document.querySelector<HTMLElement>('[data-erase]'));
      } else showProblem(failure);
    }
    setBusy(false);
  }

  return (
    <Dialog
      title={t('people.erase.title', { name: user.name })}
      size={480}
      closeOnClickOutside={false}
      onClose={onClose}
    >
      <p className={classes.told}>{t('people.erase.goes')}</p>
      <p className={classes.told}>{t('people.erase.stays', { id: user.id })}</p>
      <SendForm className={classes.leave} onSend={() => void send()}>
        <TextInput
          data-erase
          data-autofocus
          label={t('people.erase.confirm', { name: user.name })}
          autoComplete="off"
          value={confirm}
          error={error}
          onChange={(event) => {
            setConfirm(event.currentTarget.value);
            setError(null);
          }}
        />
        <DialogAnswers>
          <SmallButton variant="default" onClick={onClose}>
            {t('task.action.cancel')}
          </SmallButton>
          <SmallButton type="submit" color="red" loading={busy} disabled={confirm.trim() === ''}>
            {t('people.erase.answer')}
          </SmallButton>
        </DialogAnswers>
      </SendForm>
    </Dialog>
  );
}

/** What an admin may do about the personal data of somebody: take them along for them, and erase them for good. */
export function PersonalDataSection({ user }: Props) {
  const t = usePeopleT();
  const [erasing, setErasing] = useState(false);
  const [busy, setBusy] = useState(false);

  async function save() {
    setBusy(true);
    await savePersonalData(user.id).catch((error) => showProblem(error, t('people.data.failure')));
    setBusy(false);
  }

  return (
    <section className={classes.section} aria-label={t('people.data')}>
      <h2>{t('people.data')}</h2>
      <p className={classes.told}>
        {user.erased ? t('people.erase.erased') : t(user.active ? 'people.erase.first' : 'people.erase.about')}
      </p>
      {!user.erased && (
        <div className={classes.actions}>
          <SmallButton variant="default" loading={busy} onClick={() => void save()}>
            {t('people.data.save')}
          </SmallButton>
          {!user.active && (
            <SmallButton variant="default" color="red" onClick={() => setErasing(true)}>
              {t('people.erase')}
            </SmallButton>
          )}
        </div>
      )}
      {erasing && <EraseDialog user={user} onClose={() => setErasing(false)} />}
    </section>
  );
}

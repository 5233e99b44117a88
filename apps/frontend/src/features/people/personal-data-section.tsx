import { type UserAnswer, userRoutes } from '@gos/contract';
import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { savePersonalData } from '../../entities/user/personal-data';
import { userKeys } from '../../entities/user/users.api';
import { problemText } from '../../i18n';
import { ApiProblem } from '../../lib/api';
import { request } from '../../lib/request';
import { SmallButton } from '../../ui/buttons';
import { Dialog, DialogAnswers } from '../../ui/dialog';
import { useDraftForm } from '../../ui/form/use-draft-form';
import forms from '../../ui/form.module.css';
import { SendForm } from '../../ui/send-form';
import { showProblem, showToast } from '../../ui/toast';
import { usePeopleT } from './people-texts';
import { Actions, Paragraph, PersonSection } from './person-section';

interface Props {
  readonly user: UserAnswer;
}

function EraseDialog({ user, onClose }: Props & { readonly onClose: () => void }) {
  const t = usePeopleT();
  const client = useQueryClient();
  const form = useDraftForm({
    values: { confirm: '' },
    forgiving: true,
    check: () => ({}),
    send: (_, { values, idempotencyKey }) => request(userRoutes.erase, { id: user.id, body: values, idempotencyKey }),
    async onSent() {
      showToast({ message: t('people.erase.done') });
      await client.invalidateQueries({ queryKey: userKeys.all });
      onClose();
    },
    onRefused(error) {
      if (!(error instanceof ApiProblem)) return false;
      if (error.code === 'user.erase.name') return { confirm: problemText(error.problem, t) };
      showProblem(error);
      return undefined;
    },
  });

  return (
    <Dialog
      title={t('people.erase.title', { name: user.name })}
      size={480}
      closeOnClickOutside={false}
      onClose={onClose}
    >
      <Paragraph>{t('people.erase.goes')}</Paragraph>
      <Paragraph>{t('people.erase.stays', { id: user.id })}</Paragraph>
      <SendForm {...form.props} className={forms.dialog}>
        <TextInput
          data-autofocus
          label={t('people.erase.confirm', { name: user.name })}
          autoComplete="off"
          {...form.field('confirm')}
        />
        <DialogAnswers>
          <SmallButton variant="default" onClick={onClose}>
            {t('task.action.cancel')}
          </SmallButton>
          <SmallButton type="submit" color="red" loading={form.busy} disabled={form.draft.confirm.trim() === ''}>
            {t('people.erase.answer')}
          </SmallButton>
        </DialogAnswers>
      </SendForm>
    </Dialog>
  );
}

/** Lets an admin export a person's personal data and erase them permanently. */
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
    <PersonSection title={t('people.data')}>
      <Paragraph>
        {user.erased ? t('people.erase.erased') : t(user.active ? 'people.erase.first' : 'people.erase.about')}
      </Paragraph>
      {!user.erased && (
        <Actions>
          <SmallButton variant="default" loading={busy} onClick={() => void save()}>
            {t('people.data.save')}
          </SmallButton>
          {!user.active && (
            <SmallButton variant="default" color="red" onClick={() => setErasing(true)}>
              {t('people.erase')}
            </SmallButton>
          )}
        </Actions>
      )}
      {erasing && <EraseDialog user={user} onClose={() => setErasing(false)} />}
    </PersonSection>
  );
}

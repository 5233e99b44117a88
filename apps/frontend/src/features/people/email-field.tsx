import { personEmailRoutes, type UserAnswer } from '@gos/contract';
import { limits } from '@gos/domain';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { usePersonName } from '../../entities/user/person-name';
import { userKeys } from '../../entities/user/users.api';
import { request } from '../../lib/request';
import { SmallButton } from '../../ui/buttons';
import { showToast } from '../../ui/toast';
import { usePeopleT } from './people-texts';
import { Actions } from './person-section';

const PasswordDialog = lazy(() =>
  import('../../entities/user/password-dialog').then((module) => ({ default: module.PasswordDialog })),
);

interface EmailFieldProps {
  readonly user: UserAnswer;
  /** Whether the reader changes it. */
  readonly admin: boolean;
}

/** The address, which an admin changes with their own password. */
export function EmailField({ user, admin }: EmailFieldProps) {
  const t = usePeopleT();
  const nameOf = usePersonName();
  const client = useQueryClient();
  const [changing, setChanging] = useState(false);
  const { id, email } = user;
  const name = nameOf(user);

  async function change(password: string, next: string) {
    await request(personEmailRoutes.change, { id, body: { email: next, ...(password !== '' && { password }) } });
    setChanging(false);
    showToast({ message: t('people.email.change.done', { name, email: next }) });
    await client.invalidateQueries({ queryKey: userKeys.all });
  }

  return (
    <>
      {email === null ? '–' : <a href={`mailto:${email}`}>{email}</a>}
      {admin && (
        <Actions>
          <SmallButton
            variant="default"
            aria-label={t('people.email.change', { name })}
            onClick={() => setChanging(true)}
          >
            {t('people.email.change.answer')}
          </SmallButton>
        </Actions>
      )}
      <Suspense>
        {changing && (
          <PasswordDialog
            title={t('people.email.change', { name })}
            text={t('people.email.change.text', { name })}
            answer={t('people.email.change.answer')}
            more={{ path: 'email', label: t('people.email.change.new'), initial: '', maxLength: limits.email.max }}
            onAnswer={change}
            onClose={() => setChanging(false)}
          />
        )}
      </Suspense>
    </>
  );
}

import { limits } from '@gos/domain';
import { Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useIntl } from 'react-intl';
import { SmallButton } from '../../ui/buttons';
import { Failed } from '../../ui/empty-state';
import { SettingsRow, SettingsRows, SettingsSection } from '../../ui/settings';
import { showProblem, showToast } from '../../ui/toast';
import { accountKeys, askForEmail, ownEmailQuery, withdrawEmail } from './account.api';
import { useProfileT } from './profile-texts';

const PasswordDialog = lazy(() =>
  import('../../entities/user/password-dialog').then((module) => ({ default: module.PasswordDialog })),
);

/** One's own e-mail address, and the one that waits for its confirmation. */
export function EmailSection() {
  const t = useProfileT();
  const intl = useIntl();
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const { data, isError, isFetching, refetch } = useQuery(ownEmailQuery);
  const reload = () => client.invalidateQueries({ queryKey: accountKeys.email });

  async function ask(password: string, email: string) {
    await askForEmail(email, password);
    setAsking(false);
    showToast({ message: t('profile.email.sent', { email }) });
    await reload();
  }

  async function withdraw() {
    if (busy) return;
    setBusy(true);
    try {
      await withdrawEmail();
      showToast({ message: t('profile.email.withdrawn') });
    } catch (error) {
      showProblem(error, t('profile.email.withdraw.failure'));
    }
    await reload();
    setBusy(false);
  }

  return (
    <SettingsSection id="email" title={t('profile.email')} about={t('profile.email.about')}>
      {!data && isError && <Failed text={t('profile.email.error')} busy={isFetching} onRetry={() => void refetch()} />}
      {!data && !isError && <Skeleton height={52} />}
      {data && (
        <SettingsRows>
          <SettingsRow title={data.email}>
            <SmallButton variant="default" onClick={() => setAsking(true)}>
              {t('profile.email.change')}
            </SmallButton>
          </SettingsRow>
          {data.pending && (
            <SettingsRow
              role="status"
              title={t('profile.email.pending', { email: data.pending.email })}
              about={t('profile.email.expires', {
                until: intl.formatDate(data.pending.expiresAt, { dateStyle: 'long', timeStyle: 'short' }),
              })}
            >
              <SmallButton variant="default" loading={busy} onClick={() => void withdraw()}>
                {t('profile.email.withdraw')}
              </SmallButton>
            </SettingsRow>
          )}
        </SettingsRows>
      )}
      <Suspense>
        {asking && (
          <PasswordDialog
            title={t('profile.email.change')}
            text={t('profile.email.change.text')}
            answer={t('profile.email.ask')}
            more={{ path: 'email', label: t('profile.email.new'), initial: '', maxLength: limits.email.max }}
            onAnswer={ask}
            onClose={() => setAsking(false)}
          />
        )}
      </Suspense>
    </SettingsSection>
  );
}

import { Group } from '@mantine/core';
import { useState } from 'react';
import { savePersonalData } from '../../entities/user/personal-data';
import { useMe } from '../../entities/user/users.api';
import { SmallButton } from '../../ui/buttons';
import { SettingsSection } from '../../ui/settings';
import { showProblem, showToast } from '../../ui/toast';
import { useProfileT } from './profile-texts';

/** All that is known of oneself, to take along. */
export function DataSection() {
  const t = useProfileT();
  const { id } = useMe();
  const [busy, setBusy] = useState(false);

  async function save() {
    if (busy) return;
    setBusy(true);
    try {
      await savePersonalData(id);
      showToast({ message: t('profile.data.saved') });
    } catch (error) {
      showProblem(error, t('profile.data.failure'));
    }
    setBusy(false);
  }

  return (
    <SettingsSection id="data" title={t('profile.data')} about={t('profile.data.about')}>
      <Group gap={8} mt={12}>
        <SmallButton variant="default" loading={busy} onClick={() => void save()}>
          {t('profile.data.save')}
        </SmallButton>
      </Group>
    </SettingsSection>
  );
}

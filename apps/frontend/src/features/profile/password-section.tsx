import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useMe } from '../../entities/user/users.api';
import { SmallButton } from '../../ui/buttons';
import { SettingsSection } from '../../ui/settings';
import { showToast } from '../../ui/toast';
import { accountKeys } from './account.api';
import { PasswordForm } from './password-form';
import classes from './profile.module.css';
import { useProfileT } from './profile-texts';

/** Shows nothing to a person who signs in without a password. */
export function PasswordSection() {
  const t = useProfileT();
  const { password } = useMe();
  const client = useQueryClient();
  const [open, setOpen] = useState(false);
  if (password === 'none') return null;
  return (
    <SettingsSection id="password" title={t('profile.password')} about={t('profile.password.about')}>
      {open ? (
        <div className={classes.form}>
          <PasswordForm
            size="sm"
            onCancel={() => setOpen(false)}
            onDone={() => {
              setOpen(false);
              showToast({ message: t('profile.password.changed') });
              void client.invalidateQueries({ queryKey: accountKeys.sessions });
            }}
          />
        </div>
      ) : (
        <SmallButton variant="default" onClick={() => setOpen(true)}>
          {t('profile.password.change')}
        </SmallButton>
      )}
    </SettingsSection>
  );
}

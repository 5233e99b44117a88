import { Button, Stack } from '@mantine/core';
import { IconDeviceMobile, IconFingerprint } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useLogout } from '../../entities/user/use-logout';
import { meQuery, useMe } from '../../entities/user/users.api';
import authClasses from '../../ui/auth.module.css';
import { AuthPage } from '../../ui/auth-page';
import pieces from '../../ui/pieces.module.css';
import { passkeysQuery } from './second-step.api';
import { type TwoStepChange, TwoStepDialogs } from './two-step-dialogs';
import { TwoStepTexts, useTwoStepT } from './two-step-texts';

function Required() {
  const t = useTwoStepT();
  const router = useRouter();
  const logout = useLogout();
  const { secondStep } = useMe();
  const { redirectTo } = useSearch({ from: '/second-step' });
  const [change, setChange] = useState<TwoStepChange | null>(null);
  const { data: passkeys } = useQuery(passkeysQuery);
  // It may have been set up in another tab, or be required no more.
  useQuery({ ...meQuery, refetchOnWindowFocus: 'always' });

  useEffect(() => {
    if (secondStep !== 'required') router.history.replace(redirectTo ?? '/tasks');
  }, [secondStep, router, redirectTo]);

  const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;
  return (
    <AuthPage
      title={t('two-step.required.title')}
      foot={
        <button type="button" className={`${pieces.plainLink} ${authClasses.link}`} onClick={() => void logout()}>
          {t('user.logout')}
        </button>
      }
    >
      <p className={authClasses.about}>{t('two-step.required.about')}</p>
      <Stack gap={10}>
        <Button
          size="md"
          fullWidth
          autoFocus
          leftSection={<IconDeviceMobile {...icon} />}
          onClick={() => setChange({ kind: 'app' })}
        >
          {t('two-step.app')}
        </Button>
        {passkeys?.available && (
          <Button
            size="md"
            fullWidth
            variant="default"
            leftSection={<IconFingerprint {...icon} />}
            onClick={() => setChange({ kind: 'add-passkey' })}
          >
            {t('two-step.passkey')}
          </Button>
        )}
      </Stack>
      <TwoStepDialogs change={change} onClose={() => setChange(null)} />
    </AuthPage>
  );
}

/** Precedes all screens for a person who must set up two-step sign-in. */
export const RequiredScreen = () => (
  <TwoStepTexts>
    <Required />
  </TwoStepTexts>
);

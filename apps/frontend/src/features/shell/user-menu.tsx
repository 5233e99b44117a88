import { type MantineColorScheme, Menu, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { IconCheck, IconKeyboard, IconLogout, IconUser, IconUsers } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { PersonCircle } from '../../components/task/person-circle';
import { type Language, languages, useT } from '../../i18n';
import { useLanguage } from '../../language';
import { live } from '../../lib/live';
import { clearSession } from '../../lib/session';
import { changeMe, meQuery, useMe } from '../session/session.api';
import classes from './shell.module.css';

const schemes = [
  { value: 'light', label: 'user.theme.light' },
  { value: 'dark', label: 'user.theme.dark' },
  { value: 'auto', label: 'user.theme.system' },
] as const;

export function useLogout(): () => Promise<void> {
  const client = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    live.stop();
    await clearSession();
    await navigate({ to: '/login' });
    client.clear();
  };
}

export function UserMenu({ onShortcuts }: { readonly onShortcuts: () => void }) {
  const t = useT();
  const me = useMe();
  const client = useQueryClient();
  const navigate = useNavigate();
  const logout = useLogout();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { language, setLanguage } = useLanguage();

  async function choose(next: Language) {
    await setLanguage(next);
    // The profile follows when it can; the choice holds here either way.
    await changeMe({ language: next })
      .then(() => client.invalidateQueries({ queryKey: meQuery.queryKey }))
      .catch(() => undefined);
  }

  return (
    <Menu position="bottom-end" width={220} checkIcon={<IconCheck size={16} aria-hidden />}>
      <Menu.Target>
        <UnstyledButton className={classes.me} aria-label={t('user.menu', { name: me.name })}>
          <PersonCircle person={me} size={26} decorative />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{me.name}</Menu.Label>
        <Menu.Item leftSection={<IconUser size={16} />} onClick={() => navigate({ to: '/profile' })}>
          {t('user.profile')}
        </Menu.Item>
        <Menu.Item leftSection={<IconUsers size={16} />} onClick={() => navigate({ to: '/people' })}>
          {t('nav.people')}
        </Menu.Item>
        <Menu.Item leftSection={<IconKeyboard size={16} />} onClick={onShortcuts}>
          {t('user.shortcuts')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{t('user.theme')}</Menu.Label>
        <Menu.RadioGroup value={colorScheme} onChange={(value) => setColorScheme(value as MantineColorScheme)}>
          {schemes.map(({ value, label }) => (
            <Menu.RadioItem key={value} value={value}>
              {t(label)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Label>{t('user.language')}</Menu.Label>
        <Menu.RadioGroup value={language} onChange={(value) => void choose(value as Language)}>
          {languages.map((one) => (
            <Menu.RadioItem key={one} value={one} lang={one}>
              {one === 'cs' ? 'Čeština' : 'English'}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => void logout()}>
          {t('user.logout')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

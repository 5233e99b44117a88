import { type MantineColorScheme, Menu, Text, useMantineColorScheme } from '@mantine/core';
import {
  IconArrowBackUp,
  IconBuilding,
  IconCalendarStats,
  IconCheck,
  IconCode,
  IconDeviceMobile,
  IconDownload,
  IconHistoryToggle,
  IconKeyboard,
  IconLogout,
  IconLogout2,
  IconServer2,
  IconSettings,
  IconUser,
  IconUsers,
  type TablerIcon,
} from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { isOffered } from '../entities/user/offers';
import { useLogout, useLogoutAtProvider } from '../entities/user/use-logout';
import { changeMe, useMe } from '../entities/user/users.api';
import { useAreaAddresses, useIsAreaHidden } from '../features/areas/area-address';
import { type Language, languageNames, languages, useT } from '../i18n';
import { useInstall } from '../lib/installed';
import { runtimeConfig } from '../lib/runtime-config';
import { useLanguage } from '../ui/language';
import { LazyMenu } from '../ui/lazy-menu';
import type { TriggerButton } from '../ui/lazy-popup';
import { schemes } from '../ui/schemes';

/** An address that belongs to the person: in a new tab, in a frame, or marked as not connected. */
function OwnArea({ area, icon: Icon }: { readonly area: 'my-firms' | 'my-mobile'; readonly icon: TablerIcon }) {
  const t = useT();
  const navigate = useNavigate();
  const addressOf = useAreaAddresses();
  const isHidden = useIsAreaHidden();
  if (isHidden(area)) return null;
  const address = addressOf(area);
  const props = { leftSection: <Icon size={16} aria-hidden />, children: t(`area.${area}`) };
  if (address !== null && !address.frame) {
    return <Menu.Item {...props} component="a" href={address.url} target="_blank" rel="noreferrer" />;
  }
  return (
    <Menu.Item
      {...props}
      rightSection={
        address === null && (
          <Text span fz={11.5} lh="inherit" c="dimmed">
            {t('area-screen.not-connected')}
          </Text>
        )
      }
      onClick={() => navigate({ to: '/areas/$area', params: { area } })}
    />
  );
}

interface UserMenuListProps {
  readonly button: TriggerButton;
  readonly onShortcuts: () => void;
  readonly onActions: () => void;
  readonly onPast: () => void;
}

export function UserMenuList({ button, onShortcuts, onActions, onPast }: UserMenuListProps) {
  const t = useT();
  const me = useMe();
  const client = useQueryClient();
  const navigate = useNavigate();
  const logout = useLogout();
  const logoutAtProvider = useLogoutAtProvider();
  const install = useInstall();
  const { signOutAt } = me;
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { language, setLanguage } = useLanguage();

  async function choose(next: Language) {
    if (!(await setLanguage(next))) return;
    // The profile follows when it can; the choice holds here either way.
    await changeMe({ language: next })
      // The server's answers have words in the language of the profile.
      .then(() => client.invalidateQueries())
      .catch(() => undefined);
  }

  return (
    <LazyMenu button={button} position="bottom-end" width={240} checkIcon={<IconCheck size={16} aria-hidden />}>
      <Menu.Label>{me.name}</Menu.Label>
      <Menu.Item leftSection={<IconUser size={16} />} onClick={() => navigate({ to: '/profile' })}>
        {t('user.profile')}
      </Menu.Item>
      <Menu.Item leftSection={<IconCalendarStats size={16} />} onClick={() => navigate({ to: '/attendance' })}>
        {t('user.my-attendance')}
      </Menu.Item>
      <OwnArea area="my-firms" icon={IconBuilding} />
      <OwnArea area="my-mobile" icon={IconDeviceMobile} />
      <Menu.Item leftSection={<IconUsers size={16} />} onClick={() => navigate({ to: '/people' })}>
        {t('nav.people')}
      </Menu.Item>
      {me.role === 'admin' && (
        <>
          <Menu.Item leftSection={<IconSettings size={16} />} onClick={() => navigate({ to: '/admin/settings' })}>
            {t('nav.settings')}
          </Menu.Item>
          <Menu.Item leftSection={<IconServer2 size={16} />} onClick={() => navigate({ to: '/admin' })}>
            {t('nav.admin')}
          </Menu.Item>
        </>
      )}
      {isOffered(me, 'work') && (
        <Menu.Item leftSection={<IconArrowBackUp size={16} />} onClick={onActions}>
          {t('undo.title')}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconHistoryToggle size={16} />} onClick={onPast}>
        {t('past.open')}
      </Menu.Item>
      <Menu.Item leftSection={<IconKeyboard size={16} />} onClick={onShortcuts}>
        {t('user.shortcuts')}
      </Menu.Item>
      {install && (
        <Menu.Item leftSection={<IconDownload size={16} />} onClick={() => void install()}>
          {t('user.install')}
        </Menu.Item>
      )}
      <Menu.Item
        leftSection={<IconCode size={16} />}
        component="a"
        href={runtimeConfig().sourceUrl}
        target="_blank"
        rel="noreferrer"
      >
        {t('user.source')}
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
            {languageNames[one]}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      <Menu.Divider />
      <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => void logout()}>
        {t('user.logout')}
      </Menu.Item>
      {signOutAt && (
        <Menu.Item leftSection={<IconLogout2 size={16} />} onClick={() => void logoutAtProvider(signOutAt.name)}>
          {t('user.logout-at', { name: signOutAt.name })}
        </Menu.Item>
      )}
    </LazyMenu>
  );
}

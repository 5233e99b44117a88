import { useMantineColorScheme } from '@mantine/core';
import { Choice } from '../../ui/choice';
import { schemes } from '../../ui/schemes';
import { SettingsSection } from '../../ui/settings';
import { useProfileT } from './profile-texts';

const values = schemes.map(({ value }) => value);

/** The theme, kept in the browser. */
export function AppearanceSection() {
  const t = useProfileT();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <SettingsSection id="theme" title={t('user.theme')} about={t('profile.theme.about')}>
      <Choice
        label={t('user.theme')}
        values={values}
        value={colorScheme}
        text={(scheme) => t(schemes.find(({ value }) => value === scheme)!.label)}
        onChange={setColorScheme}
      />
    </SettingsSection>
  );
}

import type { SettingName } from '@gos/domain';
import { Flex, Input, Text, Title } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import classes from './settings.module.css';
import { useSettingsT } from './settings-texts';

/** The variable that decides a setting where it is locked. */
const variables: { readonly [N in SettingName]?: string } = { registration: 'GOS_REGISTRATION' };

interface SettingProps {
  readonly name: Exclude<SettingName, 'areas'>;
  readonly locked: boolean;
  readonly error: string | undefined;
  /** The value as a text, shown while the setting is locked. */
  readonly text: string;
  readonly children: (ids: { readonly labelId: string; readonly aboutId: string }) => ReactNode;
}

export const SettingTitle = Title.withProps({ order: 2, fz: 13.5, fw: 600, lh: '24px' });

/** The environment decides this setting. */
export function Locked({ variable }: { readonly variable: string }) {
  const t = useSettingsT();
  return (
    <Flex component="p" gap={7} m={0} c="dimmed" fz={13}>
      <IconLock size={14} stroke={1.75} aria-hidden style={{ flex: 'none', marginTop: 2 }} />
      {t('settings.locked', { name: variable })}
    </Flex>
  );
}

/** One setting: its name, its explanation, and its control or the reason why it has none. */
export function Setting({ name, locked, error, text, children }: SettingProps) {
  const t = useSettingsT();
  const [labelId, aboutId] = [useId(), useId()];
  return (
    <section className={classes.setting} aria-labelledby={labelId}>
      <div>
        <SettingTitle id={labelId}>{t(`settings.${name}`)}</SettingTitle>
        {name !== 'registration' && (
          <Text id={aboutId} c="dimmed" fz={13}>
            {t(`settings.${name}.about`)}
          </Text>
        )}
      </div>
      <div>
        {locked ? (
          <>
            <Text fz={13} fw={500} lh="24px">
              {text}
            </Text>
            <Locked variable={variables[name] ?? ''} />
          </>
        ) : (
          children({ labelId, aboutId })
        )}
        {error !== undefined && (
          <Input.Error role="alert" mt={6}>
            {error}
          </Input.Error>
        )}
      </div>
    </section>
  );
}

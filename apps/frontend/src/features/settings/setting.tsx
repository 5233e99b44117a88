import type { SettingName } from '@gos/domain';
import { Input } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import classes from './settings.module.css';
import { useSettingsT } from './settings-texts';

/** The variable that decides a setting where it is locked. */
const variables: { readonly [N in SettingName]?: string } = { registration: 'GOS_REGISTRATION' };

interface SettingProps {
  readonly name: 'registration' | 'ipDays' | 'payloadDays' | 'brandName' | 'workingDays' | 'secondStep';
  readonly locked: boolean;
  readonly error: string | undefined;
  /** What it is while it is locked. */
  readonly text: string;
  readonly children: (ids: { readonly labelId: string; readonly aboutId: string }) => ReactNode;
}

/** One setting: what it is called and is about, its control, or why it has none. */
export function Setting({ name, locked, error, text, children }: SettingProps) {
  const t = useSettingsT();
  const [labelId, aboutId] = [useId(), useId()];
  return (
    <section className={classes.setting} aria-labelledby={labelId}>
      <div>
        <h2 id={labelId} className={classes.name}>
          {t(`settings.${name}`)}
        </h2>
        {name !== 'registration' && (
          <p id={aboutId} className={classes.about}>
            {t(`settings.${name}.about`)}
          </p>
        )}
      </div>
      <div>
        {locked ? (
          <>
            <p className={classes.value}>{text}</p>
            <p className={classes.locked}>
              <IconLock size={14} stroke={1.75} aria-hidden />
              {t('settings.locked', { name: variables[name] ?? '' })}
            </p>
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

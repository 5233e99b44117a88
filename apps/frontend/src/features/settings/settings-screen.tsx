import type { SettingsAnswer } from '@gos/contract';
import { registrationModes, type Settings, secondStepRules } from '@gos/domain';
import { Radio, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { settingsQuery } from '../../entities/installation/settings.api';
import { useMe } from '../../entities/user/users.api';
import { FailedLine } from '../../ui/empty-state';
import { PaddedScreen, ScreenHead } from '../../ui/screen';
import { ScreenMessage } from '../../ui/screen-message';
import { AreasSetting } from './areas-setting';
import { SavedText } from './saved-text';
import { Setting } from './setting';
import classes from './settings.module.css';
import { SettingsTexts, useSettingsT } from './settings-texts';
import { useSettings } from './use-settings';
import { useWeekdayName, WorkingDays } from './working-days';

/** How long something is kept. */
const days = ['ipDays', 'payloadDays'] as const;

function SettingList({ settings }: { readonly settings: SettingsAnswer }) {
  const t = useSettingsT();
  const weekdayOf = useWeekdayName();
  const { set, errors, clear } = useSettings(settings);
  const { brandName, registration, workingDays, secondStep } = settings;
  const of = <N extends 'registration' | 'ipDays' | 'payloadDays' | 'brandName' | 'workingDays' | 'secondStep'>(
    name: N,
    text: string,
  ) => ({
    name,
    locked: settings[name].locked,
    error: errors[name],
    text,
  });
  return (
    <div className={classes.settings}>
      <Setting {...of('brandName', brandName.value)}>
        {(ids) => (
          <SavedText
            {...ids}
            className={classes.wideText}
            value={brandName.value}
            wrong={errors.brandName !== undefined}
            onSave={(text) => set('brandName', text)}
            onEscape={() => clear('brandName')}
          />
        )}
      </Setting>
      <Setting {...of('registration', t(`settings.registration.${registration.value}`))}>
        {({ labelId }) => (
          <Radio.Group
            aria-labelledby={labelId}
            value={registration.value}
            onChange={(value) => set('registration', value as Settings['registration'])}
          >
            <div className={classes.options}>
              {registrationModes.map((mode) => (
                <Radio
                  key={mode}
                  size="sm"
                  classNames={{ label: classes.option, description: classes.optionAbout }}
                  value={mode}
                  label={t(`settings.registration.${mode}`)}
                  description={t(`settings.registration.${mode}.about`)}
                />
              ))}
            </div>
          </Radio.Group>
        )}
      </Setting>
      <Setting {...of('secondStep', t(`settings.secondStep.${secondStep.value}`))}>
        {({ labelId, aboutId }) => (
          <Radio.Group
            aria-labelledby={labelId}
            aria-describedby={aboutId}
            value={secondStep.value}
            onChange={(value) => set('secondStep', value as Settings['secondStep'])}
          >
            <div className={classes.options}>
              {secondStepRules.map((rule) => (
                <Radio
                  key={rule}
                  size="sm"
                  classNames={{ label: classes.option }}
                  value={rule}
                  label={t(`settings.secondStep.${rule}`)}
                />
              ))}
            </div>
          </Radio.Group>
        )}
      </Setting>
      <Setting {...of('workingDays', workingDays.value.map((day) => weekdayOf(day)).join(', '))}>
        {(ids) => <WorkingDays {...ids} value={workingDays.value} onChange={(days) => set('workingDays', days)} />}
      </Setting>
      {days.map((name) => (
        <Setting key={name} {...of(name, `${settings[name].value} ${t('settings.days')}`)}>
          {(ids) => (
            <SavedText
              {...ids}
              numeric
              className={classes.number}
              after={<span className={classes.unit}>{t('settings.days')}</span>}
              value={String(settings[name].value)}
              wrong={errors[name] !== undefined}
              onSave={(text) => set(name, text.trim() === '' ? Number.NaN : Number(text))}
              onEscape={() => clear(name)}
            />
          )}
        </Setting>
      ))}
      <AreasSetting areas={settings.areas} error={errors.areas} onChange={(areas) => set('areas', areas)} />
    </div>
  );
}

function SettingsPage() {
  const t = useSettingsT();
  const { role } = useMe();
  const { data, isError, isFetching, refetch } = useQuery({ ...settingsQuery, enabled: role === 'admin' });
  if (role !== 'admin') return <ScreenMessage title={t('settings.forbidden')} text={t('settings.forbidden-text')} />;
  return (
    <PaddedScreen>
      <ScreenHead title={t('nav.settings')} />
      {data && <SettingList settings={data} />}
      {!data && isError && <FailedLine text={t('settings.error')} busy={isFetching} onRetry={() => void refetch()} />}
      {!data && !isError && (
        <div className={classes.settings} aria-busy>
          {[0, 1, 2, 3].map((row) => (
            <Skeleton key={row} height={72} />
          ))}
        </div>
      )}
    </PaddedScreen>
  );
}

/** What an admin sets for everybody; each change is saved at once. */
export function SettingsScreen() {
  return (
    <SettingsTexts>
      <SettingsPage />
    </SettingsTexts>
  );
}

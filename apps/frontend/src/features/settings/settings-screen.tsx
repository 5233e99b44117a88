import type { SettingsAnswer } from '@gos/contract';
import { exportRoundings, registrationModes, type SettingName, type Settings, secondStepRules } from '@gos/domain';
import { Box, Radio, rem, Select, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { settingsQuery } from '../../entities/installation/settings.api';
import { useMe } from '../../entities/user/users.api';
import { FailedLine } from '../../ui/empty-state';
import { PaddedScreen, ScreenHead } from '../../ui/screen';
import { ScreenMessage } from '../../ui/screen-message';
import { AreasSetting } from './areas-setting';
import { SavedText } from './saved-text';
import { Setting } from './setting';
import { SettingsTexts, useSettingsT } from './settings-texts';
import { useSettings } from './use-settings';
import { useWeekdayName, WorkingDays } from './working-days';

const optionProps = {
  styles: { label: { fontSize: rem(13), fontWeight: 500 }, description: { marginTop: 1, fontSize: rem(12.5) } },
};

/** Settings that are a number, by their unit. */
const numbers = [
  ['breakMinutes', 'minutes'],
  ['breakAfterHours', 'hours'],
  ['ipDays', 'days'],
  ['payloadDays', 'days'],
] as const;

function SettingList({ settings }: { readonly settings: SettingsAnswer }) {
  const t = useSettingsT();
  const weekdayOf = useWeekdayName();
  const { set, errors, clear } = useSettings(settings);
  const { brandName, registration, workingDays, exportRounding, secondStep, absencesNeedApproval } = settings;
  const roundingText = (rounding: Settings['exportRounding']) =>
    rounding === 'none' ? t('settings.exportRounding.none') : t('settings.exportRounding.to', { minutes: rounding });
  const of = (name: Exclude<SettingName, 'areas'>, text: string) => ({
    name,
    locked: settings[name].locked,
    error: errors[name],
    text,
  });
  return (
    <Box maw={860}>
      <Setting {...of('brandName', brandName.value)}>
        {(ids) => (
          <SavedText
            {...ids}
            maw={320}
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
            <Stack gap={12}>
              {registrationModes.map((mode) => (
                <Radio
                  key={mode}
                  size="sm"
                  {...optionProps}
                  value={mode}
                  label={t(`settings.registration.${mode}`)}
                  description={t(`settings.registration.${mode}.about`)}
                />
              ))}
            </Stack>
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
            <Stack gap={12}>
              {secondStepRules.map((rule) => (
                <Radio key={rule} size="sm" {...optionProps} value={rule} label={t(`settings.secondStep.${rule}`)} />
              ))}
            </Stack>
          </Radio.Group>
        )}
      </Setting>
      <Setting {...of('workingDays', workingDays.value.map((day) => weekdayOf(day)).join(', '))}>
        {(ids) => <WorkingDays {...ids} value={workingDays.value} onChange={(days) => set('workingDays', days)} />}
      </Setting>
      <Setting {...of('exportRounding', roundingText(exportRounding.value))}>
        {({ labelId, aboutId }) => (
          <Select
            size="xs"
            maw={200}
            allowDeselect={false}
            aria-labelledby={labelId}
            aria-describedby={aboutId}
            data={exportRoundings.map((value) => ({ value, label: roundingText(value) }))}
            value={exportRounding.value}
            onChange={(value) => value && set('exportRounding', value as Settings['exportRounding'])}
          />
        )}
      </Setting>
      <Setting {...of('absencesNeedApproval', t(`settings.absences.${absencesNeedApproval.value}`))}>
        {({ labelId, aboutId }) => (
          <Radio.Group
            aria-labelledby={labelId}
            aria-describedby={aboutId}
            value={String(absencesNeedApproval.value)}
            onChange={(value) => set('absencesNeedApproval', value === 'true')}
          >
            <Stack gap={12}>
              {([false, true] as const).map((needed) => (
                <Radio
                  key={String(needed)}
                  size="sm"
                  {...optionProps}
                  value={String(needed)}
                  label={t(`settings.absences.${needed}`)}
                />
              ))}
            </Stack>
          </Radio.Group>
        )}
      </Setting>
      {numbers.map(([name, unit]) => (
        <Setting key={name} {...of(name, `${settings[name].value} ${t(`settings.${unit}`)}`)}>
          {(ids) => (
            <SavedText
              {...ids}
              numeric
              maw={120}
              after={
                <Text span c="dimmed" fz={12.5}>
                  {t(`settings.${unit}`)}
                </Text>
              }
              value={String(settings[name].value)}
              wrong={errors[name] !== undefined}
              onSave={(text) => set(name, text.trim() === '' ? Number.NaN : Number(text))}
              onEscape={() => clear(name)}
            />
          )}
        </Setting>
      ))}
      <AreasSetting areas={settings.areas} error={errors.areas} onChange={(areas) => set('areas', areas)} />
    </Box>
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
        <Box maw={860} aria-busy>
          {[0, 1, 2, 3].map((row) => (
            <Skeleton key={row} height={72} />
          ))}
        </Box>
      )}
    </PaddedScreen>
  );
}

/** Settings of the installation, for admins; each change is saved at once. */
export function SettingsScreen() {
  return (
    <SettingsTexts>
      <SettingsPage />
    </SettingsTexts>
  );
}

import type { SettingsAnswer } from '@gos/contract';
import { type SettingName, type Settings, settingShapes } from '@gos/domain';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { changeSettings, type SettingsChange, settingsQuery } from '../../entities/installation/settings.api';
import { ApiProblem } from '../../lib/api';
import { showProblem, showToast } from '../../ui/toast';
import { useSettingsT } from './settings-texts';

type Shown = { readonly [N in SettingName]?: Settings[N] };

const withValues = (settings: SettingsAnswer, values: Shown): SettingsAnswer => {
  const changed = Object.entries(values).map(([name, value]) => [name, { ...settings[name as SettingName], value }]);
  return { ...settings, ...Object.fromEntries(changed) };
};

/** Changes of settings: shown at once, taken back with the sentence at the field when they are refused. */
export function useSettings(settings: SettingsAnswer) {
  const t = useSettingsT();
  const client = useQueryClient();
  const [errors, setErrors] = useState<{ readonly [N in SettingName]?: string }>({});
  const { queryKey } = settingsQuery;
  const setError = (name: SettingName, error?: string) => setErrors((all) => ({ ...all, [name]: error }));

  const { mutate } = useMutation({
    scope: { id: 'settings' },
    mutationFn: changeSettings,
    onMutate: async (change) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey);
      client.setQueryData(queryKey, (present) => present && withValues(present, change));
      return { before };
    },
    onError: (error, change, context) => {
      if (context?.before) client.setQueryData(queryKey, context.before);
      const said = error instanceof ApiProblem ? error.errors : [];
      if (said.length === 0) return showProblem(error);
      const [name] = Object.keys(change) as SettingName[];
      setError(name!, t(said[0]!.code, said[0]!.params));
    },
    onSettled: () => client.invalidateQueries({ queryKey }),
  });

  /** Whether the value is one that may be set; what is wrong with it is said at its field. */
  function set<N extends SettingName>(name: N, value: Settings[N]): boolean {
    const [wrong] = settingShapes[name].errorsOf(value, name, {});
    setError(name, wrong && t(wrong.code, wrong.params));
    if (wrong) return false;
    const was = settings[name].value;
    const change = { [name]: value } as SettingsChange;
    const undo = () => mutate({ [name]: was } as SettingsChange);
    if (JSON.stringify(was) !== JSON.stringify(value)) {
      mutate(change, { onSuccess: () => showToast({ message: t('settings.saved'), undo }) });
    }
    return true;
  }

  return { set, errors, clear: (name: SettingName) => setError(name) };
}

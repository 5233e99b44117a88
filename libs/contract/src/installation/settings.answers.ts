import { type Area, areas, type SettingName, type Settings, type Shape, settingShapes, type TypeOf } from '@gos/domain';
import { choice, described, flag, list } from '@gos/domain/kernel/shape';
import { mapTable } from '@gos/domain/kernel/tables';
import { answer } from '../kernel/answer';
import { capitalized } from '../kernel/operation-id';

const locked = described(flag, { description: 'Decided by the environment of the process: nobody changes it here' });

interface SettingAnswer<T> {
  readonly value: T;
  readonly locked: boolean;
}
type Answers = { readonly [N in SettingName]: Shape<SettingAnswer<Settings[N]>, false> } & {
  readonly areas: Shape<SettingAnswer<Settings['areas']> & { readonly decided: readonly Area[] }, false>;
};

const decided = described(list(choice(areas), { max: areas.length }), {
  description: 'The areas whose address the environment of the process decides, by GOS_AREAS',
});

const settings = answer('Settings', {
  ...mapTable(settingShapes, (name, value: Shape) => answer(`${capitalized(name)}Setting`, { value, locked })),
  areas: answer('AreasSetting', { value: settingShapes.areas, locked, decided }),
} as Answers);
export type SettingsAnswer = TypeOf<typeof settings>;

export const settingAnswers = { settings };

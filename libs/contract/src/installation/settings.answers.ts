import { type SettingName, type Settings, type Shape, settingShapes, type TypeOf } from '@gos/domain';
import { described, flag } from '@gos/domain/kernel/shape';
import { mapTable } from '@gos/domain/kernel/tables';
import { answer } from '../kernel/answer';

const locked = described(flag, { description: 'Decided by the environment of the process: nobody changes it here' });

type Answers = {
  readonly [N in SettingName]: Shape<{ readonly value: Settings[N]; readonly locked: boolean }, false>;
};

const settings = answer(mapTable(settingShapes, (_, value: Shape) => answer({ value, locked })) as Answers);
export type SettingsAnswer = TypeOf<typeof settings>;

export const settingAnswers = { settings };

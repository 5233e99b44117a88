import { type AreaSetting, areas } from '../kernel/areas';
import { nameCharactersError } from '../kernel/name-characters';
import type { FieldError } from '../kernel/refusal';
import {
  choice,
  component,
  flag,
  integer,
  list,
  object,
  orNull,
  partial,
  type Shape,
  type TypeOf,
  text,
} from '../kernel/shape';
import { mapTable } from '../kernel/tables';
import { codePoints, normalizeText } from '../kernel/text';

/** The people who need a second step to sign in by a password. */
export const secondStepRules = ['optional', 'admins', 'all'] as const;
/** Minutes to which exports of attendance are rounded. */
export const exportRoundings = ['none', '5', '6', '10', '15', '30'] as const;
export const registrationModes = ['open', 'invite', 'off'] as const;

const maxBrandName = 50;
const maxAddress = 2_000;
const maxDays = 3_650;
const maxBreak = 240;
const maxBreakAfter = 23;

function between(min: number, max: number) {
  return integer((value, path): FieldError | null => {
    if (value < min) return { path, code: 'validation.too-small', params: { min } };
    return value > max ? { path, code: 'validation.too-large', params: { max } } : null;
  });
}

function brandNameError(value: string, path: string): FieldError | null {
  const length = codePoints(normalizeText(value));
  if (length === 0) return { path, code: 'validation.required' };
  if (length > maxBrandName) return { path, code: 'validation.too-long', params: { max: maxBrandName } };
  return nameCharactersError(value, path);
}

const weekdays: Shape<readonly number[], false> = {
  ...list(between(1, 7), {
    max: 7,
    check: (value, path) => (value.length === 0 ? { path, code: 'validation.required' } : null),
  }),
  normalize: (value) => [...new Set(value)].sort(),
};

/** The address of another system: it is shown to everybody, so it holds no password. */
function areaAddressError(value: string, path: string): FieldError | null {
  const address = value.trim();
  if (address.length > maxAddress) return { path, code: 'validation.too-long', params: { max: maxAddress } };
  if (!/^https?:\/\/[^\s/@?#]+([/?#]\S*)?$/i.test(address)) return { path, code: 'validation.url' };
  return nameCharactersError(address, path);
}

const areaSetting = component(
  'AreaAddress',
  object({
    area: choice(areas),
    url: orNull({ ...text(areaAddressError, 2 * maxAddress), normalize: (value: string) => value.trim() }),
    frame: flag,
    hidden: flag,
  }),
);

const areaSettings: Shape<readonly AreaSetting[], false> = {
  ...list(areaSetting, {
    max: areas.length,
    check: (value, path) => {
      const again = value.findIndex(({ area }, index) => value.findIndex((one) => one.area === area) < index);
      return again < 0 ? null : { path: `${path}.${again}.area`, code: 'validation.repeated' };
    },
  }),
  // In the order of the sidebar, without entries that are as if nobody had set them.
  normalize: (value) =>
    areas.flatMap((area) => {
      const { url = null, frame = false, hidden = false } = value.find((one) => one.area === area) ?? {};
      return url === null && !hidden ? [] : [{ area, url: url?.trim() ?? null, frame: url !== null && frame, hidden }];
    }),
};

const setting = <T>(shape: Shape<T, false>, unset: T) => ({ shape, unset });

/** The settings that an admin chooses for the whole installation, each with its check and its default. */
const table = {
  registration: setting(choice(registrationModes), 'open'),
  /** how long addresses of people's devices are kept */
  ipDays: setting(between(1, maxDays), 90),
  /** how long the raw contents of webhooks are kept */
  payloadDays: setting(between(1, maxDays), 30),
  /** the product's name in this installation */
  brandName: setting({ ...text(brandNameError), normalize: normalizeText }, 'Gos'),
  /** from Monday = 1; the other days are the weekend */
  workingDays: setting<readonly number[]>(weekdays, [1, 2, 3, 4, 5]),
  /** only in CSV and print; recorded times stay as they are */
  exportRounding: setting(choice(exportRoundings), 'none'),
  /** minutes of the break that a plan of work has unless another one is chosen; 0 for none */
  breakMinutes: setting(between(0, maxBreak), 0),
  /** only plans of more hours than these have the break */
  breakAfterHours: setting(between(0, maxBreakAfter), 6),
  /** whether days off are requested, and approved by people who keep attendance */
  absencesNeedApproval: setting(flag, false),
  secondStep: setting(choice(secondStepRules), 'optional'),
  /** addresses of the areas outside this product, and which of them are hidden */
  areas: setting<readonly AreaSetting[]>(areaSettings, []),
};

export type SettingName = keyof typeof table;
export type Settings = { readonly [N in SettingName]: TypeOf<(typeof table)[N]['shape']> };
export type SettingChange = {
  [N in SettingName]: { readonly name: N; readonly from: Settings[N]; readonly to: Settings[N] };
}[SettingName];

type Shapes = { readonly [N in SettingName]: (typeof table)[N]['shape'] };
export const settingShapes = mapTable(table, (_, { shape }: { shape: unknown }) => shape) as Shapes;
/** The settings of an installation where nothing was set yet. */
export const unsetSettings = mapTable(table, (_, { unset }: { unset: unknown }) => unset) as Settings;

/** The request bodies of the commands on the installation. */
export const installationBodies = { changeSettings: partial(object(settingShapes)) };

import type { Actor } from '../kernel/actor';
import { aggregate, type CommandOf, type CommandTable } from '../kernel/aggregate';
import { type EventTable, evolveOf } from '../kernel/events';
import type { Message } from '../kernel/message';
import { refuseFields } from '../kernel/refusal';
import type { TypeOf } from '../kernel/shape';
import { keysOf } from '../kernel/tables';
import {
  type installationBodies,
  type SettingChange,
  type SettingName,
  type Settings,
  settingShapes,
  unsetSettings,
} from './settings';

/** Events of the stream `installation`. Its first event makes the first person an admin. */
export type InstallationEvent =
  | Message<'InstallationFounded', { readonly adminId: number }>
  | Message<'SettingsChanged', { readonly changes: readonly SettingChange[] }>;

export interface Installation {
  readonly adminId: number | null;
  readonly revision: number;
  readonly settings: Settings;
}

export interface InstallationBodies {
  readonly found: { readonly userId: number };
  readonly changeSettings: TypeOf<typeof installationBodies.changeSettings>;
}
export type InstallationCommand = CommandOf<InstallationBodies>;

export interface InstallationFacts {
  readonly actor: Actor;
  /** The settings that the environment of the process decides. */
  readonly locked: readonly SettingName[];
}

export const installationStream = 'installation';

const installationEvents: EventTable<Installation, InstallationEvent> = {
  InstallationFounded: {
    fold: (state, { data: { adminId } }) => ({ ...state, revision: state.revision + 1, adminId }),
  },
  SettingsChanged: {
    fold: (state, { data: { changes } }) => ({
      ...state,
      revision: state.revision + 1,
      settings: { ...state.settings, ...Object.fromEntries(changes.map(({ name, to }) => [name, to])) },
    }),
  },
};
export const evolveInstallation = evolveOf(installationEvents);

export const initialInstallation: Installation = { adminId: null, revision: 0, settings: unsetSettings };

/** Only the first `found` appends an event; a later one changes nothing. */
const installationCommands: CommandTable<
  InstallationBodies,
  Installation,
  InstallationEvent,
  InstallationFacts,
  'found' | 'set'
> = {
  found: {
    right: 'found',
    decide: ({ adminId }, { userId }) =>
      adminId === null ? [{ type: 'InstallationFounded', data: { adminId: userId } }] : [],
  },
  changeSettings: {
    right: 'set',
    edits: ({ settings }) => settings,
    decide({ settings }, wanted, { locked }) {
      const named = keysOf(settingShapes).filter((name) => wanted[name] !== undefined);
      const refused = refuseFields(
        named.map((name) => (locked.includes(name) ? { path: name, code: 'setting.locked' } : null)),
      );
      if (refused) return refused;
      const changed = named.filter((name) => JSON.stringify(wanted[name]) !== JSON.stringify(settings[name]));
      if (changed.length === 0) return [];
      const changes = changed.map((name) => ({ name, from: settings[name], to: wanted[name] }) as SettingChange);
      return [{ type: 'SettingsChanged', data: { changes } }];
    },
  },
};

export const installationAggregate = aggregate({
  name: 'installation',
  streamOf: () => installationStream,
  initial: initialInstallation,
  evolve: (state, event) => evolveInstallation(state ?? initialInstallation, event),
  commands: installationCommands,
  rightRefusalOf: (right, _, { actor }) => (right === 'found' || actor.role === 'admin' ? null : 'user.forbidden'),
  revisionOf: ({ revision }) => revision,
});

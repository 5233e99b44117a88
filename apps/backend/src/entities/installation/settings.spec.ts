import { type Installation, initialInstallation } from '@gos/domain';
import { afterEach, expect, it } from '@jest/globals';
import type { CommandRunner } from '../../engine/commands/command-runner';
import { appliedChannel } from '../../engine/projections/applied';
import { ProcessBroadcast } from '../../stores/broadcast/process.broadcast';
import { InstallationSettings } from './settings';

const broadcast = new ProcessBroadcast();
let logged = initialInstallation;
const runner = { load: async () => logged } as unknown as CommandRunner;
const settings = new InstallationSettings(runner, broadcast, { registration: null });
afterEach(() => settings.onModuleDestroy());

const named = (brandName: string, revision: number): Installation => ({
  adminId: 1,
  revision,
  settings: { ...initialInstallation.settings, brandName },
});
const tell = (applied: object[] | null) => broadcast.publish(appliedChannel, { applied });
const changed = (installation: Installation) => ({ model: 'installation', id: '1', after: { id: '1', installation } });

it('the settings of a process follow what another one changed, and go to the log where they were not told', async () => {
  settings.onModuleInit();
  expect(settings.now.brandName).toBe('Gos');
  await tell([changed(named('Firma', 3))]);
  expect(settings.now.brandName).toBe('Firma');
  await tell([changed(named('Gos', 2)), { model: 'task', id: '1', after: {} }]);
  expect(settings.now.brandName).toBe('Firma');
  logged = named('Firma a syn', 4);
  await tell(null);
  await settings.load();
  expect(settings.now.brandName).toBe('Firma a syn');
});

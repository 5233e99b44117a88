import { type Installation, initialInstallation } from '@gos/domain';
import { afterEach, expect, it } from '@jest/globals';
import type { CommandRunner } from '../../engine/commands/command-runner';
import { appliedChannel } from '../../engine/projections/applied';
import { ProcessBroadcast } from '../../stores/broadcast/process.broadcast';
import { InstallationSettings } from './settings';

const broadcast = new ProcessBroadcast();
let logged = initialInstallation;
const runner = { load: async () => logged } as unknown as CommandRunner;
const settings = new InstallationSettings(runner, broadcast, { registration: null, areas: {} });
afterEach(() => settings.onModuleDestroy());

const named = (brandName: string, revision: number): Installation => ({
  adminId: 1,
  revision,
  settings: { ...initialInstallation.settings, brandName },
});
let position = 0;
async function tell(applied: object[] | null, missed = 0) {
  const after = position + missed;
  position = after + 1;
  await broadcast.publish(appliedChannel, { applied, after: String(after), position: String(position) });
}
const changed = (installation: Installation) => ({ model: 'installation', id: '1', after: { id: '1', installation } });

it('the settings of a process follow what another one changed, and go to the log where they were not told', async () => {
  settings.onModuleInit();
  expect(settings.now.brandName).toBe('Gos');
  await tell([changed(named('Firma', 3))]);
  expect(settings.now.brandName).toBe('Firma');
  await tell([changed(named('Gos', 2)), { model: 'task', id: '1', after: {} }]);
  expect(settings.now.brandName).toBe('Firma');
  for (const [revision, news] of [() => tell(null), () => tell([], 1)].entries()) {
    const brandName = `Firma ${revision}`;
    logged = named(brandName, 4 + revision);
    await news();
    await new Promise(setImmediate);
    expect(settings.now.brandName).toBe(brandName);
  }
});

import { type InstallationEvent, initialInstallation } from '@gos/domain';
import { installationSamples } from '@gos/domain/installation/installation.samples';
import { expect, it } from '@jest/globals';
import { fed, recorded } from '../testing/fed';
import { installationModel } from './installation';

const all = Object.values(installationSamples) as InstallationEvent[];

it('the document of the installation holds its settings as they are now', async () => {
  const documents = await fed(
    installationModel,
    all.map((event) => recorded('installation', event)),
  );
  expect([...documents.values()]).toEqual([
    {
      id: '1',
      installation: {
        adminId: 1,
        revision: 2,
        settings: {
          ...initialInstallation.settings,
          ...Object.fromEntries(installationSamples.SettingsChanged.data.changes.map(({ name, to }) => [name, to])),
        },
      },
    },
  ]);
  expect((await fed(installationModel, [recorded('user-1', installationSamples.SettingsChanged)])).size).toBe(0);
});

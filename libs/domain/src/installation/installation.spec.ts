import { test } from '@jest/globals';
import { installationDecider } from '../testing/flat-commands';
import { given } from '../testing/given-when-then';

import { installationSamples } from './installation.samples';

test('an installation is founded once, by the first', () => {
  const { InstallationFounded } = installationSamples;
  given(installationDecider, []).when({ type: 'found', userId: 1 }, {}).thenEvents(InstallationFounded);
  given(installationDecider, [InstallationFounded]).when({ type: 'found', userId: 2 }, {}).thenNothing();
});

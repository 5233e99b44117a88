import { evolveInstallation, type Installation, initialInstallation, installationStream } from '@gos/domain';
import type { ReadModel } from '../kernel/read-model';
import { versions } from '../kernel/versions';

/** There is one. */
export interface InstallationDocument {
  readonly id: string;
  readonly installation: Installation;
}

export const installationModel: ReadModel<InstallationDocument> = {
  name: 'installation',
  version: versions.installation,
  indexes: [],
  others: {
    ids: ({ stream }) => (stream === installationStream ? ['1'] : []),
    on: {
      InstallationFounded: (document, event, id) => ({ id, installation: evolved(document, event) }),
      SettingsChanged: (document, event, id) => ({ id, installation: evolved(document, event) }),
    },
  },
};

const evolved = (document: InstallationDocument | undefined, event: Parameters<typeof evolveInstallation>[1]) =>
  evolveInstallation(document?.installation ?? initialInstallation, event);

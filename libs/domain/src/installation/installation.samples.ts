import type { Samples } from '../kernel/events';
import type { InstallationEvent } from './installation';

/** One realistic event of each type; an event type without a sample does not compile. */
export const installationSamples = {
  InstallationFounded: { type: 'InstallationFounded', data: { adminId: 1 } },
  SettingsChanged: {
    type: 'SettingsChanged',
    data: {
      changes: [
        { name: 'brandName', from: 'Gos', to: 'Firma a syn' },
        { name: 'workingDays', from: [1, 2, 3, 4, 5], to: [1, 2, 3, 4] },
        {
          name: 'areas',
          from: [],
          to: [
            { area: 'invoices', url: 'https://ucetnictvi.firma.example', frame: true, hidden: false },
            { area: 'telephone', url: null, frame: false, hidden: true },
          ],
        },
      ],
    },
  },
} satisfies Samples<InstallationEvent>;

import type { Samples } from '../kernel/events';
import type { InstallationEvent } from './installation';

/** One realistic event of each type; an event type without a sample does not compile. */
export const installationSamples = {
  InstallationFounded: { type: 'InstallationFounded', data: { adminId: 1 } },
} satisfies Samples<InstallationEvent>;

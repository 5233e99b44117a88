import type { InstallationEvent } from './installation';

/** One realistic event of each type: a new type without a sample does not compile. */
export const installationSamples = {
  InstallationFounded: { type: 'InstallationFounded', data: { adminId: 1 } },
} satisfies { [T in InstallationEvent['type']]: Extract<InstallationEvent, { type: T }> };

import type { InstallationBodies } from '@gos/domain';
import type { RoutesOf } from '../kernel/route';

/** The keys of commands are the command types. */
export const settingRoutes = {
  settings: 'GET /settings',
  changeSettings: 'PATCH /settings',
} as const satisfies RoutesOf<Exclude<keyof InstallationBodies, 'found'>>;

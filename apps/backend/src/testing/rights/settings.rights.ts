import { settingOperations } from '@gos/contract';
import { rightsOf, row, signedIn } from './rights';

export const settingRights = rightsOf(settingOperations, {
  settings: [row('all', signedIn(200, 200, 200, 200))],
  changeSettings: [row('all', signedIn(403, 403, 403, 200), () => ({ body: { ipDays: 90 } }))],
});

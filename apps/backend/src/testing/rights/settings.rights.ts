import { areaPages, settingOperations } from '@gos/contract';
import { rightsOf, row, signedIn } from './rights';

const area = (name: string) => () => ({ path: { area: name } });

export const settingRights = [
  ...rightsOf(settingOperations, {
    settings: [row('all', signedIn(200, 200, 200, 200))],
    changeSettings: [row('all', signedIn(403, 403, 403, 200), () => ({ body: { ipDays: 90 } }))],
  }),
  ...rightsOf(areaPages, {
    frame: [
      row('framed', signedIn(200, 200, 200, 200), area('charts')),
      row('in a tab of its own', signedIn(404, 404, 404, 404), area('offers.recent')),
      row('not connected', signedIn(404, 404, 404, 404), area('telephone')),
      row('nothing', signedIn(404, 404, 404, 404), area('none')),
    ],
  }),
];

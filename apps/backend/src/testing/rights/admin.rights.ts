import { adminOperations, healthOperations, logContents, logOperations } from '@gos/contract';
import { Checkpoints } from '../../engine/proof/checkpoints';
import { rightsOf, row, signedIn } from './rights';

const everybody = {
  stranger: 200,
  deactivated: 200,
  collaborator: 200,
  member: 200,
  keeper: 200,
  auditor: 200,
  admin: 200,
};
const path = { queue: 'maintenance' };

export const adminRights = rightsOf(adminOperations, {
  overview: [row('all', signedIn(403, 403, 403, 200))],
  rebuild: [row('one', signedIn(403, 403, 403, 202), () => ({ body: { model: 'access' } }))],
  selfCheck: [row('all', signedIn(403, 403, 403, 202))],
  setAside: [row('all', signedIn(403, 403, 403, 200))],
  retrySetAside: [row('all', signedIn(403, 403, 403, 202), () => ({ body: {} }))],
  dismissSetAside: [row('all', signedIn(403, 403, 403, 200), () => ({ body: {} }))],
  jobs: [
    row('all', signedIn(403, 403, 403, 200), () => ({ path, query: '?state=failed' })),
    row('no queue', signedIn(403, 403, 403, 404), () => ({ path: { queue: 'nothing' }, query: '?state=failed' })),
  ],
  schedules: [row('all', signedIn(403, 403, 403, 200), () => ({ path }))],
  pause: [row('all', signedIn(403, 403, 403, 204), () => ({ path }))],
  resume: [row('all', signedIn(403, 403, 403, 204), () => ({ path }))],
  retryJob: [row('no job', signedIn(403, 403, 403, 404), () => ({ path: { ...path, job: 'nothing' } }))],
  removeJob: [row('no job', signedIn(403, 403, 403, 404), () => ({ path: { ...path, job: 'nothing' } }))],
  retry: [row('all', signedIn(403, 403, 403, 200), () => ({ path, body: {} }))],
  remove: [row('all', signedIn(403, 403, 403, 200), () => ({ path, body: {} }))],
});

export const healthRights = rightsOf(healthOperations, {
  live: [row('all', everybody)],
  ready: [row('all', everybody)],
});

const tile = { level: '0', first: '000.p' };
export const logRights = [
  ...rightsOf(logOperations, {
    checkpoints: [row('all', signedIn(403, 403, 200, 200))],
    keys: [row('all', signedIn(403, 403, 200, 200))],
    verification: [row('the last', signedIn(403, 403, 200, 200))],
    verify: [row('all', signedIn(403, 403, 202, 202))],
    copies: [row('all', signedIn(403, 403, 403, 200))],
    changeCopies: [row('none', signedIn(403, 403, 403, 200), () => ({ body: { emails: [], webhookUrl: null } }))],
    verifyActivity: [row('all', signedIn(403, 403, 200, 200))],
  }),
  ...rightsOf(logContents, {
    checkpoint: [
      row('the newest', signedIn(403, 403, 200, 200), async ({ gos }) => {
        await gos.service<Checkpoints>(Checkpoints).make();
        return {};
      }),
    ],
    proof: [
      row('of a task', signedIn(403, 403, 200, 200), async ({ other }) => ({
        query: `?taskId=${await other.task({ name: 'Cizí úkol' })}`,
      })),
    ],
    tile: [row('no tile', signedIn(403, 403, 404, 404), () => ({ path: { level: '9', first: '000' } }))],
    secondTile: [
      row('a tile', signedIn(403, 403, 200, 200), async ({ gos }) => {
        await gos.service<Checkpoints>(Checkpoints).make();
        return { path: { ...tile, second: '1' } };
      }),
    ],
    thirdTile: [
      row('no tile', signedIn(403, 403, 404, 404), () => ({
        path: { ...tile, first: 'x001', second: '000.p', third: '1' },
      })),
    ],
  }),
];

import { adminOperations, healthOperations } from '@gos/contract';
import { rightsOf, row, signedIn } from './rights';

const everybody = { stranger: 200, deactivated: 200, collaborator: 200, member: 200, auditor: 200, admin: 200 };
const path = { queue: 'maintenance' };

export const adminRights = rightsOf(adminOperations, {
  overview: [row('all', signedIn(403, 403, 403, 200))],
  rebuild: [row('one', signedIn(403, 403, 403, 202), () => ({ body: { model: 'access' } }))],
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

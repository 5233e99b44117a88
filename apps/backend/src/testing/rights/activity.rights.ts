import { activityOperations, replayOperations } from '@gos/contract';
import { reading } from './project.rights';
import { rightsOf, row, signedIn } from './rights';

const all = (query = '') => row('all', signedIn(403, 403, 200, 200), () => ({ query }));
const missing = row('missing', signedIn(404, 404, 404, 404), () => ({ path: { id: 9_999 } }));

export const activityRights = rightsOf(activityOperations, {
  search: [all()],
  sources: [all()],
  export: [all('?format=csv'), all('?format=json')],
  ofProject: [...reading(), missing],
});

export const replayRights = rightsOf(replayOperations, {
  start: [...reading(), missing],
  cards: [...reading(), missing],
  frames: [...reading(), missing],
});

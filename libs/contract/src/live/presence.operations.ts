import { operations } from '../kernel/operation';
import { explained, pagingOnly, param } from '../kernel/query';
import { presenceAnswers } from './presence.answers';
import { presenceRoutes } from './presence.routes';

export const presenceOperations = operations('Presence', presenceRoutes, {
  list: {
    id: 'listPresence',
    body: null,
    query: {
      ...pagingOnly,
      own: { away: explained(param.flag, 'with those who were here in the last 24 hours') },
      words: 'words of the name',
    },
    answer: presenceAnswers.list,
  },
});

import { operations } from '../kernel/operation';
import { pagingOnly } from '../kernel/query';
import { presenceAnswers } from './presence.answers';
import { presenceRoutes } from './presence.routes';

export const presenceOperations = operations(presenceRoutes, {
  list: { body: null, query: { ...pagingOnly, words: 'words of the name' }, answer: presenceAnswers.list },
});

import { operations } from '../kernel/operation';
import { justPages } from '../kernel/query';
import { presenceAnswers } from './presence.answers';
import { presenceRoutes } from './presence.routes';

export const presenceOperations = operations(presenceRoutes, {
  list: { body: null, query: { ...justPages, words: 'words of the name' }, answer: presenceAnswers.list },
});

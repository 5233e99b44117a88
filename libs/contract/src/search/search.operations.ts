import { operations } from '../kernel/operation';
import { searchAnswers } from './search.answers';
import { searchRoutes } from './search.routes';

export const searchOperations = operations(searchRoutes, {
  find: { body: null, answer: searchAnswers.items },
});

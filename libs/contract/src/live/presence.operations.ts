import { operations } from '../kernel/operation';
import { presenceAnswers } from './presence.answers';
import { presenceRoutes } from './presence.routes';

export const presenceOperations = operations(presenceRoutes, {
  list: { body: null, answer: presenceAnswers.list },
});

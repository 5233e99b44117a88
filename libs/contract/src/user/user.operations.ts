import { userBodies } from '@gos/domain';
import { operations } from '../kernel/operation';
import { userAnswers } from './user.answers';
import { userRoutes } from './user.routes';

export const userOperations = operations(userRoutes, {
  list: { body: null, answer: userAnswers.list },
  detail: { body: null, answer: userAnswers.detail },
  change: { body: userBodies.change, answer: userAnswers.changed },
});

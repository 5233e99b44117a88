import { operations } from '../kernel/operation';
import { pagingOnly } from '../kernel/query';
import { adminAnswers } from './admin.answers';
import { adminBodies } from './admin.bodies';
import { adminRoutes } from './admin.routes';

export const adminOperations = operations(adminRoutes, {
  overview: { body: null, answer: adminAnswers.overview },
  rebuild: { body: adminBodies.rebuild, answer: adminAnswers.rebuild, status: 202 },
  setAside: { body: null, query: pagingOnly, answer: adminAnswers.setAsideEvents },
  retrySetAside: { body: adminBodies.setAsideEvents, answer: adminAnswers.count, status: 202 },
  dismissSetAside: { body: adminBodies.setAsideEvents, answer: adminAnswers.count },
  dead: { body: null, query: pagingOnly, answer: adminAnswers.deadLetters },
  retry: { body: adminBodies.deadLetters, answer: adminAnswers.count },
  remove: { body: adminBodies.deadLetters, answer: adminAnswers.count },
});

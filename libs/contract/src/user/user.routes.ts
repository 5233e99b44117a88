import { userBodies } from '@gos/domain';
import { command, query } from '../kernel/route';
import { userAnswers } from './user.answers';

/** Commands are called by their types. */
export const userRoutes = {
  list: query('/users', userAnswers.list),
  detail: query('/users/{id}', userAnswers.detail),
  change: command('PATCH', '/users/{id}', userBodies.change, userAnswers.changed),
};

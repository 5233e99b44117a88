import { globalRoles, userBodies } from '@gos/domain';
import { operations } from '../kernel/operation';
import { describedAsList, orNone, param } from '../kernel/query';
import { userAnswers } from './user.answers';
import { userRoutes } from './user.routes';

export const userOperations = operations(userRoutes, {
  list: {
    body: null,
    query: {
      sort: ['name', 'id', 'role', 'active', 'email'],
      filters: { role: describedAsList(param.choice(globalRoles)), active: param.flag, position: orNone(param.id) },
      words: 'words of the name, without regard to case and diacritics',
      descriptions: { sort: 'name, id, role, active; email for those who see it' },
    },
    answer: userAnswers.list,
  },
  detail: { body: null, answer: userAnswers.detail },
  change: { body: userBodies.change, answer: userAnswers.changed },
});

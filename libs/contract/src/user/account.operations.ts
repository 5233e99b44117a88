import { accountBodies } from '@gos/domain';
import { operations } from '../kernel/operation';
import { pagingOnly } from '../kernel/query';
import { accountAnswers } from './account.answers';
import { accountRoutes } from './account.routes';

export const accountOperations = operations(accountRoutes, {
  endOtherSessions: { body: null, answer: null },
  tokens: { body: null, query: pagingOnly, answer: accountAnswers.tokens },
  createToken: { body: accountBodies.createToken, answer: accountAnswers.createdToken, status: 201 },
  revokeToken: { body: null, answer: null, ids: 'text' },
  changePassword: { body: accountBodies.changePassword, answer: null },
});

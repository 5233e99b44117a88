import { accountBodies } from '@gos/domain';
import { operations } from '../kernel/operation';
import { explained, pagingOnly, param } from '../kernel/query';
import { accountAnswers } from './account.answers';
import { accountRoutes } from './account.routes';

const renewCalendar = explained(param.flag, 'also renew the address of the calendar feed');

export const accountOperations = operations('', accountRoutes, {
  endOtherSessions: { body: null, query: { own: { renewCalendar } }, answer: null },
  tokens: { body: null, query: pagingOnly, answer: accountAnswers.tokens },
  createToken: { body: accountBodies.createToken, answer: accountAnswers.createdToken, status: 201 },
  revokeToken: { body: null, answer: null, ids: 'text' },
  changePassword: { body: accountBodies.changePassword, answer: null },
});

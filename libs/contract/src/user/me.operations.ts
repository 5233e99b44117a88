import { userBodies } from '@gos/domain';
import { operations } from '../kernel/operation';
import { pagingOnly, param } from '../kernel/query';
import { taskAnswers } from '../task/task.answers';
import { meRoutes } from './me.routes';
import { userAnswers } from './user.answers';

export const meOperations = operations('', meRoutes, {
  me: { body: null, answer: userAnswers.me },
  change: { id: 'changeMe', body: userBodies.changeMe, answer: userAnswers.changed },
  changes: { body: null, query: { own: { since: param.instant } }, answer: taskAnswers.myChanges },
  sessions: { body: null, query: pagingOnly, answer: userAnswers.sessions },
  endSession: { body: null, answer: null, ids: 'text' },
  preference: { body: null, answer: userAnswers.preference },
  setPreference: { body: userAnswers.preference, answer: userAnswers.preference },
});

import { operations } from '../kernel/operation';
import { taskAnswers } from '../task/task.answers';
import { meRoutes } from './me.routes';

export const meOperations = operations(meRoutes, {
  changes: { body: null, answer: taskAnswers.myChanges },
});

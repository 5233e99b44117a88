import { operations } from '../kernel/operation';
import { healthAnswers } from './health.answers';
import { healthRoutes } from './health.routes';

export const healthOperations = operations('Health', healthRoutes, {
  live: { body: null, answer: healthAnswers.live },
  /** answers the same with 503 when it is not ready */
  ready: { body: null, answer: healthAnswers.ready },
});

import { operations } from '../kernel/operation';
import { statisticsAnswers } from './statistics.answers';
import { statisticsRoutes } from './statistics.routes';

export const statisticsOperations = operations(statisticsRoutes, {
  statistics: { body: null, answer: statisticsAnswers.statistics },
  items: { body: null, answer: statisticsAnswers.items },
});

import { statisticsKinds, statisticsPeriods } from '@gos/domain';
import { operations } from '../kernel/operation';
import { describedAsTexts, explained, orNone, param, required } from '../kernel/query';
import { statisticsAnswers } from './statistics.answers';
import { statisticsRoutes } from './statistics.routes';

const day = required(param.day);

export const statisticsOperations = operations('Statistics', statisticsRoutes, {
  statistics: {
    body: null,
    query: { own: { period: explained(param.choice(statisticsPeriods), 'month unless said otherwise') } },
    answer: statisticsAnswers.statistics,
  },
  items: {
    body: null,
    query: {
      own: {
        kind: required(param.choice(statisticsKinds)),
        from: explained(day, 'first day'),
        to: explained(day, 'last day'),
      },
      sort: ['at'],
      filters: { solver: explained(describedAsTexts(orNone(param.id)), 'numbers of people, or none') },
      words: 'words of the tasks',
      descriptions: { sort: 'at or -at, which is the order unless said otherwise' },
    },
    answer: statisticsAnswers.items,
  },
});

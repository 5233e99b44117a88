import { operations } from '../kernel/operation';
import { explained, param } from '../kernel/query';
import { availabilityAnswers } from './availability.answers';
import { availabilityRoutes } from './availability.routes';

export const availabilityOperations = operations(availabilityRoutes, {
  week: {
    body: null,
    query: {
      own: {
        from: explained(
          param.businessDay,
          'The week from Monday that holds this day; that of today unless said otherwise',
        ),
        position: explained(param.id, 'Only those who hold this position'),
      },
    },
    answer: availabilityAnswers.week,
  },
});

import { operations } from '../kernel/operation';
import { explained, moment, orNone, param } from '../kernel/query';
import { availabilityAnswers } from './availability.answers';
import { availabilityRoutes } from './availability.routes';

export const availabilityOperations = operations('Availability', availabilityRoutes, {
  week: {
    body: null,
    query: {
      own: {
        at: moment,
        from: explained(
          param.businessDay,
          'The week from Monday that holds this day; that of today unless said otherwise',
        ),
        position: explained(
          { ...orNone(param.id), schema: { type: 'string' } },
          'Only people who hold this position; `none` for people who hold no position',
        ),
      },
    },
    answer: availabilityAnswers.week,
  },
});

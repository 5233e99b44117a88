import { operations } from '../kernel/operation';
import { explained, moment, orNone, param, wholeBetween } from '../kernel/query';
import { availabilityAnswers } from './availability.answers';
import { availabilityRoutes } from './availability.routes';

const position = explained(
  { ...orNone(param.id), schema: { type: 'string' } },
  'Only people who hold this position; `none` for people who hold no position',
);

const year = explained(param.year, 'that of today unless said otherwise');

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
        position,
      },
    },
    answer: availabilityAnswers.week,
  },
  month: {
    body: null,
    query: {
      own: {
        at: moment,
        month: explained(wholeBetween(1, 12), 'that of today unless said otherwise'),
        year,
        position,
      },
    },
    answer: availabilityAnswers.month,
  },
  holidays: { body: null, query: { own: { year } }, answer: availabilityAnswers.holidays },
});

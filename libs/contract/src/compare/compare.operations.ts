import { operations } from '../kernel/operation';
import { explained, param, required, wholeBetween } from '../kernel/query';
import { compareAnswers } from './compare.answers';
import { compareRoutes } from './compare.routes';

/** How many parts a page of a comparison has. */
export const comparedPageSize = { unasked: 100, max: 500 } as const;

const moments = {
  from: explained(required(param.instant), 'the first moment'),
  to: explained(required(param.instant), 'the second moment; one that is still ahead is the present'),
  page: explained(wholeBetween(1, 999_999_999), '1 unless said otherwise'),
  pageSize: explained(
    wholeBetween(1, comparedPageSize.max),
    `1 to ${comparedPageSize.max}, ${comparedPageSize.unasked} unless said otherwise`,
  ),
};

export const compareOperations = operations('Comparison', compareRoutes, {
  task: { id: 'compareTask', body: null, query: { own: moments }, answer: compareAnswers.comparison },
  project: { id: 'compareProject', body: null, query: { own: moments }, answer: compareAnswers.comparison },
  board: { id: 'compareBoard', body: null, query: { own: moments }, answer: compareAnswers.comparison },
  month: {
    id: 'compareMonth',
    body: null,
    query: {
      own: {
        userId: explained(param.id, 'oneself unless said otherwise; somebody else is for admins and auditors'),
        month: required(wholeBetween(1, 12)),
        year: required(param.year),
        ...moments,
      },
    },
    answer: compareAnswers.comparison,
  },
});

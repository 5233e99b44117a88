import { taskStates } from '@gos/domain';
import { operations } from '../kernel/operation';
import { describedAsList, explained, param } from '../kernel/query';
import { searchAnswers } from './search.answers';
import { searchRoutes } from './search.routes';
import { searchModels } from './search-models';

export const searchOperations = operations('', searchRoutes, {
  find: {
    id: 'search',
    body: null,
    query: {
      sort: [],
      filters: {
        model: describedAsList(param.choice(searchModels)),
        state: explained(describedAsList(param.choice(taskStates)), 'of tasks only'),
        project: explained(describedAsList(param.id), 'tasks and boards in it'),
        person: explained(describedAsList(param.id), 'a party to the task'),
      },
      words: 'nothing is found without any',
    },
    answer: searchAnswers.items,
  },
});

import { taskStates } from '@gos/domain';
import { operations } from '../kernel/operation';
import { explained, param, several } from '../kernel/query';
import { searchAnswers } from './search.answers';
import { searchRoutes } from './search.routes';
import { searchModels } from './search-models';

export const searchOperations = operations(searchRoutes, {
  find: {
    body: null,
    query: {
      sort: [],
      filters: {
        model: several(param.choice(searchModels)),
        state: explained(several(param.choice(taskStates)), 'of tasks only'),
        project: explained(several(param.id), 'tasks and boards in it'),
        person: explained(several(param.id), 'a party to the task'),
      },
      words: 'nothing is found without any',
    },
    answer: searchAnswers.items,
  },
});

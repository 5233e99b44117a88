import { positionBodies } from '@gos/domain';
import { commandDone } from '../kernel/command-done';
import { operations } from '../kernel/operation';
import { positionAnswers } from './position.answers';
import { positionRoutes } from './position.routes';

export const positionOperations = operations(positionRoutes, {
  list: {
    body: null,
    query: { sort: ['name', 'id'], filters: {}, words: 'words of the name' },
    answer: positionAnswers.list,
  },
  detail: { body: null, answer: positionAnswers.detail },
  create: { body: positionBodies.create, answer: commandDone, status: 201 },
  edit: { body: positionBodies.edit, answer: commandDone },
  delete: { body: null, answer: commandDone },
});

import { boardBodies } from '@gos/domain';
import { commandDone } from '../kernel/command-done';
import { operations } from '../kernel/operation';
import { boardAnswers } from './board.answers';
import { boardRoutes } from './board.routes';

export const boardOperations = operations(boardRoutes, {
  list: { body: null, answer: boardAnswers.list },
  detail: { body: null, answer: boardAnswers.detail },
  create: { body: boardBodies.create, answer: commandDone, status: 201 },
  edit: { body: boardBodies.edit, answer: commandDone },
  move: { body: boardBodies.move, answer: commandDone },
  delete: { body: null, answer: commandDone },
  undelete: { body: null, answer: commandDone },
  accept: { body: null, answer: boardAnswers.accepted },
});

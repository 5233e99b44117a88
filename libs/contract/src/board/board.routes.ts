import { boardBodies } from '@gos/domain';
import { commandDone } from '../kernel/command-done';
import { command, query } from '../kernel/route';
import { boardAnswers } from './board.answers';

/** Commands are called by their types. */
export const boardRoutes = {
  list: query('/projects/{id}/boards', boardAnswers.list),
  detail: query('/boards/{id}', boardAnswers.detail),
  create: command('POST', '/projects/{id}/boards', boardBodies.create, commandDone),
  edit: command('PATCH', '/boards/{id}', boardBodies.edit, commandDone),
  move: command('POST', '/boards/{id}/move', boardBodies.move, commandDone),
  delete: command('DELETE', '/boards/{id}', null, commandDone),
  undelete: command('POST', '/boards/{id}/undelete', null, commandDone),
  accept: command('POST', '/boards/{id}/accept', null, boardAnswers.accepted),
};

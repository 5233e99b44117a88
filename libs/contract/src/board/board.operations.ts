import { boardBodies, boardSections } from '@gos/domain';
import { commandDone } from '../kernel/command-done';
import { operations } from '../kernel/operation';
import { describedAsList, describedAsTexts, explained, orNone, param, textKey } from '../kernel/query';
import { boardAnswers } from './board.answers';
import { boardRoutes } from './board.routes';

export const boardOperations = operations(boardRoutes, {
  list: {
    body: null,
    query: {
      own: { deleted: explained(param.flag, 'with those that I may bring back') },
      sort: ['section', 'order', 'name', 'deadline', 'id'],
      filters: {
        id: describedAsTexts(param.id),
        name: describedAsList(textKey),
        assignedUser: describedAsTexts(orNone(param.id)),
        deadline: describedAsTexts(orNone(param.instant)),
        section: describedAsList(param.choice(boardSections)),
        revision: describedAsTexts(param.integer),
      },
      words: 'words of the name and of the description',
      untyped: true,
    },
    answer: boardAnswers.list,
  },
  detail: { body: null, query: { own: { deleted: param.flag } }, answer: boardAnswers.detail },
  create: { body: boardBodies.create, answer: commandDone, status: 201 },
  edit: { body: boardBodies.edit, answer: commandDone },
  move: { body: boardBodies.move, answer: commandDone },
  delete: { body: null, answer: commandDone },
  undelete: { body: null, answer: commandDone },
  accept: { body: null, answer: boardAnswers.accepted },
});

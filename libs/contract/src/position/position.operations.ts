import { positionBodies } from '@gos/domain';
import { plainCommand, plainCommandWith } from '../kernel/command-done';
import { operations } from '../kernel/operation';
import { describedAsList, describedAsTexts, moment, param, sortedAndFiltered, textKey } from '../kernel/query';
import { positionAnswers } from './position.answers';
import { positionRoutes } from './position.routes';

/** The fields of a row, but for the people, who are counted for each reader. */
const fields = sortedAndFiltered({
  name: describedAsList(textKey),
  id: describedAsTexts(param.id),
  attendance: param.flag,
  revision: describedAsTexts(param.integer),
});

export const positionOperations = operations('Position', positionRoutes, {
  list: {
    body: null,
    query: { own: { at: moment }, ...fields, words: 'words of the name' },
    answer: positionAnswers.list,
  },
  detail: { body: null, query: { own: { at: moment } }, answer: positionAnswers.detail },
  create: { ...plainCommandWith('Create a position (admins)', positionBodies.create), status: 201 },
  edit: plainCommandWith('Rename a position, or change its rights (admins)', positionBodies.edit),
  delete: plainCommand('Delete a position that nobody holds (admins)'),
});

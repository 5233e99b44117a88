import { boardBodies, boardSections } from '@gos/domain';
import { plainCommand, plainCommandWith } from '../kernel/command-done';
import { operations } from '../kernel/operation';
import {
  describedAsList,
  describedAsTexts,
  explained,
  longTextFilter,
  moment,
  orNone,
  type Parameter,
  param,
  sortedAndFiltered,
  textKey,
} from '../kernel/query';
import { type BoardAnswer, boardAnswers } from './board.answers';
import { boardRoutes } from './board.routes';

/** The fields of a row. Its counts are no single value; `deleted` is a parameter of its own. */
const fields = sortedAndFiltered({
  id: describedAsTexts(param.id),
  name: describedAsList(textKey),
  projectId: describedAsTexts(param.id),
  assignedUser: describedAsTexts(orNone(param.id)),
  description: describedAsList(longTextFilter),
  deadline: describedAsTexts(orNone(param.instant)),
  section: describedAsList(param.choice(boardSections)),
  order: describedAsTexts(param.text),
  revision: describedAsTexts(param.integer),
} satisfies Readonly<Record<Exclude<keyof BoardAnswer, 'can' | 'taskCounts' | 'deleted'>, Parameter>>);

export const boardOperations = operations('Board', boardRoutes, {
  list: {
    body: null,
    query: {
      own: {
        at: moment,
        deleted: explained(
          param.flag,
          'with deleted ones that I may restore; for auditors and admins with all deleted ones',
        ),
      },
      ...fields,
      words: 'words of the name and of the description',
    },
    answer: boardAnswers.list,
  },
  detail: { body: null, query: { own: { at: moment, deleted: param.flag } }, answer: boardAnswers.detail },
  create: { ...plainCommandWith('Create a board at the end of a section', boardBodies.create), status: 201 },
  edit: plainCommandWith('Edit the board', boardBodies.edit),
  move: plainCommandWith('Put the board ahead of another one, or at the end of a section', boardBodies.move),
  delete: plainCommand('Delete the board; its tasks stay in the project'),
  undelete: plainCommand('Bring a deleted board back, with those of its tasks that are in no board since'),
  accept: { body: null, answer: boardAnswers.accepted },
});

import { czechSortKey, outcomes, taskStates, taskTypes, tidy } from '@gos/domain';
import {
  explained,
  orNone,
  param,
  type Query,
  required,
  several,
  severalTexts,
  sortedAndFiltered,
} from '../kernel/query';
import { taskLists } from './task-lists';

const { id, integer, flag, instant, day, text, choice } = param;
/** Texts are compared by their sort key. */
const textKey = { ...text, read: (given: string) => czechSortKey(tidy(given)) };
const tag = { ...text, read: tidy };
const deleted = explained(flag, 'What I may bring back too');
const pages = '1 to 100';

/**
 * The fields of a task by which lists are sorted, each with its filter; null where there is none. A field that is hidden from some
 * readers must have none.
 */
const fields = sortedAndFiltered({
  id: severalTexts(id),
  name: several(textKey),
  type: several(choice(taskTypes)),
  state: several(choice(taskStates)),
  outcome: several(choice(outcomes)),
  priority: severalTexts(integer),
  deadline: severalTexts(instant),
  shownDate: severalTexts(day),
  createdAt: severalTexts(instant),
  contractor: severalTexts(id),
  solver: severalTexts(id),
  participants: severalTexts(id),
  project: severalTexts(orNone(id)),
  board: severalTexts(orNone(id)),
  order: null,
  parent: severalTexts(id),
  tags: several(tag),
  estimateMinutes: severalTexts(integer),
  spentMinutes: severalTexts(integer),
  budget: null,
  usedBudget: null,
  reservation: null,
  rating: severalTexts(integer),
  gitBranch: several(textKey),
  externalUrl: several(textKey),
  waiting: severalTexts(flag),
  revision: severalTexts(integer),
});

const history = {
  own: { deleted },
  sort: ['at'],
  filters: {},
  descriptions: { sort: 'at or -at', pageSize: pages },
} as const;

export const taskQueries = {
  list: {
    own: { list: explained(choice(taskLists), 'all unless said otherwise') },
    ...fields,
    words: 'words, by their beginnings and without diacritics',
    descriptions: { pageSize: pages },
  },
  detail: { own: { at: instant, deleted } },
  comments: { ...history, words: 'words of the comment' },
  activity: { ...history, words: 'words of what a person wrote' },
  diff: { own: { from: required(instant), to: required(instant), deleted } },
} as const satisfies Record<string, Query>;

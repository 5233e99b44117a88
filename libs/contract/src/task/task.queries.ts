import { czechSortKey, type MoneyField, outcomes, shortTexts, taskStates, taskTypes, tidy } from '@gos/domain';
import { mapTable } from '@gos/domain/kernel/tables';
import {
  describedAsList,
  describedAsTexts,
  explained,
  orNone,
  type Parameter,
  param,
  type Query,
  required,
  sortedAndFiltered,
  usualPageSize,
} from '../kernel/query';
import { taskLists } from './task-lists';

const { id, integer, flag, instant, day, text, choice } = param;
/** Texts are compared by their sort key. */
const textKey = { ...text, read: (given: string) => czechSortKey(tidy(given)) };
const tag = { ...text, read: tidy };
const deleted = explained(flag, 'What I may bring back too');
const pages = `1 to ${usualPageSize.max}`;

/** A filter would tell what is hidden from some readers. */
type NoFilterOfMoney = { readonly [N in MoneyField]?: null };

/** The fields of a task by which lists are sorted, each with its filter; null where there is none. */
const fields = sortedAndFiltered({
  id: describedAsTexts(id),
  name: describedAsList(textKey),
  type: describedAsList(choice(taskTypes)),
  state: describedAsList(choice(taskStates)),
  outcome: describedAsList(choice(outcomes)),
  priority: describedAsTexts(integer),
  deadline: describedAsTexts(instant),
  shownDate: describedAsTexts(day),
  createdAt: describedAsTexts(instant),
  contractor: describedAsTexts(id),
  solver: describedAsTexts(id),
  participants: describedAsTexts(id),
  project: describedAsTexts(orNone(id)),
  board: describedAsTexts(orNone(id)),
  order: null,
  parent: describedAsTexts(id),
  repeatedTask: describedAsTexts(orNone(id)),
  tags: describedAsList(tag),
  estimateMinutes: describedAsTexts(integer),
  spentMinutes: describedAsTexts(integer),
  budget: null,
  usedBudget: null,
  reservation: null,
  rating: describedAsTexts(integer),
  ...mapTable(shortTexts, () => describedAsList(textKey)),
  waiting: describedAsTexts(flag),
  revision: describedAsTexts(integer),
} satisfies Readonly<Record<string, Parameter | null>> & NoFilterOfMoney);

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

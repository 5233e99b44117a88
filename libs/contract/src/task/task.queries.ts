import { czechSortKey, outcomes, taskStates, taskTypes, tidy } from '@gos/domain';
import { explained, type ListQuery, orNone, param, type Query, required, several, severalTexts } from '../kernel/query';
import { taskLists } from './task-lists';

const { id, integer, flag, instant, day, text, choice } = param;
/** Texts are compared by their sort key. */
const textKey = { ...text, read: (given: string) => czechSortKey(tidy(given)) };
const tag = { ...text, read: tidy };
const deleted = explained(flag, 'What I may bring back too');
const pages = '1 to 100';

/** The fields of a task by which lists are sorted and filtered. Fields hidden from some readers cannot be filtered by. */
const list = {
  own: { list: explained(choice(taskLists), 'all unless said otherwise') },
  sort: [
    'id',
    'name',
    'type',
    'state',
    'outcome',
    'priority',
    'deadline',
    'shownDate',
    'createdAt',
    'contractor',
    'solver',
    'participants',
    'project',
    'board',
    'order',
    'parent',
    'tags',
    'estimateMinutes',
    'spentMinutes',
    'budget',
    'usedBudget',
    'reservation',
    'rating',
    'gitBranch',
    'externalUrl',
    'waiting',
    'revision',
  ],
  filters: {
    id: severalTexts(id),
    name: several(textKey),
    state: several(choice(taskStates)),
    type: several(choice(taskTypes)),
    outcome: several(choice(outcomes)),
    priority: severalTexts(integer),
    rating: severalTexts(integer),
    waiting: severalTexts(flag),
    solver: severalTexts(id),
    contractor: severalTexts(id),
    participants: severalTexts(id),
    project: severalTexts(orNone(id)),
    board: severalTexts(orNone(id)),
    parent: severalTexts(id),
    tags: several(tag),
    deadline: severalTexts(instant),
    shownDate: severalTexts(day),
    createdAt: severalTexts(instant),
    estimateMinutes: severalTexts(integer),
    spentMinutes: severalTexts(integer),
    gitBranch: several(textKey),
    externalUrl: several(textKey),
    revision: severalTexts(integer),
  },
  words: 'words, by their beginnings and without diacritics',
  descriptions: { pageSize: pages },
} as const satisfies ListQuery;

const history = {
  own: { deleted },
  sort: ['at'],
  filters: {},
  descriptions: { sort: 'at or -at', pageSize: pages },
} as const;

export const taskQueries = {
  list,
  detail: { own: { at: instant, deleted } },
  comments: { ...history, words: 'words of the comment' },
  activity: { ...history, words: 'words of what a person wrote' },
  diff: { own: { from: required(instant), to: required(instant), deleted } },
} as const satisfies Record<string, Query>;

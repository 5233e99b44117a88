import { activityClasses, thingKinds, vias } from '@gos/domain';
import { operations } from '../kernel/operation';
import { describedAsList, describedAsTexts, explained, orNone, type Parameter, param, required } from '../kernel/query';
import { activityAnswers } from './activity.answers';
import { activityRoutes } from './activity.routes';

/** The id of an API token. */
const tokenId = {
  ...param.text,
  code: 'validation.choice',
  read: (text: string) => (/^[\w-]{1,40}$/.test(text) ? text : undefined),
} as const;

/** Compared as events hold it: `token-ID`, `webhook-5`. */
const sourceOf = (kind: 'token' | 'webhook', id: Parameter) => ({
  ...param.text,
  code: 'validation.choice' as const,
  read: (text: string) => (id.read(text) === undefined ? undefined : `${kind}-${text}`),
});

export const activityFilters = {
  by: explained(describedAsTexts(orNone(param.id)), 'who acted; none is the system'),
  class: describedAsList(param.choice(activityClasses)),
  kind: describedAsList(param.choice(thingKinds)),
  taskId: describedAsTexts(param.id),
  projectId: explained(describedAsTexts(param.id), 'the project that the thing was in after the event'),
  via: describedAsList(param.choice(vias)),
  token: explained(describedAsList(sourceOf('token', tokenId)), 'the API token that the command came through'),
  webhook: explained(
    describedAsList(sourceOf('webhook', param.id)),
    'the incoming webhook that the command came through',
  ),
} as const;

const span = {
  from: explained(param.instant, 'events since this moment'),
  to: explained(param.instant, 'events until this moment'),
} as const;

/** A place in the log. */
export const positionParam = {
  ...param.text,
  code: 'validation.choice',
  read: (text: string) => (/^\d{1,20}$/.test(text) ? text : undefined),
} as const;

const { projectId: _, token: __, webhook: ___, ...filtersWithin } = activityFilters;
export const activityWords = 'words of the names and texts in events, by their beginnings and without diacritics';

export const activityOperations = operations('Activity', activityRoutes, {
  search: {
    id: 'searchActivity',
    body: null,
    query: { own: span, sort: [], filters: activityFilters, words: activityWords },
    answer: activityAnswers.search,
  },
  sources: {
    id: 'listActivitySources',
    body: null,
    query: {
      own: {
        q: explained(param.text, 'words of their names and of the names of their owners or projects'),
        token: explained(tokenId, 'only this API token'),
        webhook: explained(param.id, 'only this webhook'),
      },
    },
    answer: activityAnswers.sources,
  },
  export: {
    id: 'exportActivity',
    body: null,
    query: {
      own: {
        ...span,
        format: required(param.choice(['csv', 'json'])),
        after: explained(positionParam, 'continues after the event at this place in the log'),
      },
      sort: [],
      filters: activityFilters,
      words: activityWords,
      maxPageSize: 1,
    },
    answer: activityAnswers.export,
  },
  ofProject: {
    id: 'listProjectActivity',
    body: null,
    query: { own: span, sort: [], filters: filtersWithin, words: activityWords },
    answer: activityAnswers.search,
  },
});

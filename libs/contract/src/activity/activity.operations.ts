import { activityClasses, thingKinds, vias } from '@gos/domain';
import { operations } from '../kernel/operation';
import { describedAsList, describedAsTexts, explained, orNone, param, required } from '../kernel/query';
import { activityAnswers } from './activity.answers';
import { activityRoutes } from './activity.routes';

export const activityFilters = {
  by: explained(describedAsTexts(orNone(param.id)), 'who acted; none is the system'),
  class: describedAsList(param.choice(activityClasses)),
  kind: describedAsList(param.choice(thingKinds)),
  taskId: describedAsTexts(param.id),
  projectId: explained(describedAsTexts(param.id), 'the project that the thing was in after the event'),
  via: describedAsList(param.choice(vias)),
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

const { projectId: _, ...filtersWithin } = activityFilters;
export const activityWords = 'words of the names and texts in events, by their beginnings and without diacritics';

export const activityOperations = operations('Activity', activityRoutes, {
  search: {
    id: 'searchActivity',
    body: null,
    query: { own: span, sort: [], filters: activityFilters, words: activityWords },
    answer: activityAnswers.search,
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

import { operations } from '../kernel/operation';
import { describedAsList, explained, param, required } from '../kernel/query';
import { calendarAnswers } from './calendar.answers';
import { calendarFeedRoute, calendarRoutes } from './calendar.routes';
import { calendarParts } from './calendar-parts';

const day = required(param.day);
/** Page size large enough for nearly everybody's month. */
const maxItems = 1_000;

export const calendarOperations = operations('Calendar', calendarRoutes, {
  items: {
    body: null,
    query: {
      own: { from: explained(day, 'first day'), to: explained(day, 'last day') },
      sort: [],
      filters: { part: explained(describedAsList(param.choice(calendarParts)), 'all unless said otherwise') },
      words: null,
      descriptions: { pageSize: `${maxItems} unless said otherwise` },
      pageSize: maxItems,
      maxPageSize: maxItems,
    },
    answer: calendarAnswers.items,
  },
  renew: { body: null, answer: calendarAnswers.subscription },
  turnOff: { id: 'turnOffCalendar', body: null, answer: null },
});

export const calendarFeed = {
  id: 'getCalendarFeed',
  route: calendarFeedRoute,
  query: { own: { todo: explained(param.flag, 'deadlines as to-dos') } },
} as const;

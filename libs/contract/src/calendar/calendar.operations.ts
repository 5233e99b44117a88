import { operations } from '../kernel/operation';
import { calendarAnswers } from './calendar.answers';
import { calendarRoutes } from './calendar.routes';

export const calendarOperations = operations(calendarRoutes, {
  items: { body: null, answer: calendarAnswers.items },
  renew: { body: null, answer: calendarAnswers.subscription },
  turnOff: { body: null, answer: null },
});

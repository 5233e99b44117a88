import { described, text } from '@gos/domain/kernel/shape';
import { answer } from '../kernel/answer';
import { taskAnswers } from '../task/task.answers';

export const calendarAnswers = {
  items: taskAnswers.list,
  subscription: answer('CalendarSubscription', {
    calendarUrl: described(text(), { description: 'Whoever has it reads the calendar' }),
  }),
};

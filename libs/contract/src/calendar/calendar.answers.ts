import type { TypeOf } from '@gos/domain';
import { described, text } from '@gos/domain/kernel/shape';
import { answer, page } from '../kernel/answer';
import { canSome, taskRowFields } from '../task/task.answers';

/** A task in a person's calendar, with their rights to move it. */
const item = described(answer({ ...taskRowFields, can: canSome(['deadline', 'plan']) }), {
  description: 'A row of a list of tasks, and what the reader may move',
});
export type CalendarItem = TypeOf<typeof item>;

export const calendarAnswers = {
  items: page(item),
  subscription: answer({ calendarUrl: described(text(), { description: 'Whoever has it reads the calendar' }) }),
};

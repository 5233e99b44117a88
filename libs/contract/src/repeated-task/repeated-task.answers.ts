import {
  createFors,
  dayOffMoves,
  endRepeats,
  periods,
  repeatedTaskActions,
  repeats,
  skipReasons,
  type TypeOf,
  vias,
} from '@gos/domain';
import { choice, day, described, flag, instant, integer, optional, orNull, text } from '@gos/domain/kernel/shape';
import { answer, arrayOf, money, named, page, person, recordOf, right, taskRef, unchecked } from '../kernel/answer';
import { editedAnswerShapes, hidden } from '../task/plain-answers';

const repeatDay = unchecked<number | string | null>({
  oneOf: [{ type: 'integer' }, { type: 'string' }],
  nullable: true,
  description: 'Weekly 1 to 7 from Monday, monthly 1 to 31, yearly MM-DD, daily null',
});

const template = answer('RepeatedTaskTemplate', {
  name: text(),
  description: described(text(), { description: 'Sanitised HTML' }),
  contractor: person,
  project: orNull(named),
  board: orNull(named),
  tags: arrayOf(text()),
  estimateMinutes: orNull(integer()),
  budget: hidden(money),
  acknowledged: arrayOf(person),
  passive: arrayOf(person),
  ...editedAnswerShapes,
});

const generated = answer('GeneratedTask', {
  taskId: integer(),
  deadline: orNull(instant),
  number: described(integer(), { description: 'Of the occurrence, counted from 1' }),
  name: text(),
  solver: orNull(person),
});
export type GeneratedTask = TypeOf<typeof generated>;

const detail = answer('RepeatedTask', {
  id: integer(),
  name: text(),
  active: flag,
  contractor: person,
  solver: orNull(person),
  position: orNull(named),
  project: orNull(named),
  showFrom: described(orNull(integer()), { description: 'Minutes before the deadline' }),
  firstDeadline: instant,
  firstPlannedDeadline: orNull(instant),
  repeat: choice(repeats),
  repeatDay,
  onDayOff: choice(dayOffMoves),
  period: choice(periods),
  endRepeat: choice(endRepeats),
  repeatCount: orNull(integer()),
  endDate: orNull(day),
  generateAhead: integer(),
  createFor: choice(createFors),
  template,
  generated: described(arrayOf(generated), { description: 'Its tasks that I may see, the latest ones, by deadline' }),
  upcoming: described(arrayOf(instant), { description: 'The deadlines of the next occurrences that are no tasks yet' }),
  next: described(orNull(instant), { description: 'The next deadline from now on' }),
  revision: integer(),
  can: recordOf('RepeatedTaskRights', repeatedTaskActions, right),
});
export type RepeatedTaskAnswer = TypeOf<typeof detail>;

const change = answer('FieldChange', { field: text(), from: unchecked<unknown>({}), to: unchecked<unknown>({}) });

const activityItem = answer('RepeatedTaskActivity', {
  id: text(),
  event: described(text(), { example: 'OccurrenceGenerated' }),
  at: instant,
  by: described(orNull(person), { description: 'null is the system' }),
  via: choice(vias),
  revision: integer(),
  changes: arrayOf(change),
  /** of an occurrence */
  number: optional(integer()),
  deadline: optional(instant),
  tasks: optional(arrayOf(taskRef)),
  count: optional(integer()),
  from: optional(day),
  to: optional(day),
  reason: optional(choice(skipReasons)),
  hash: text(),
});
export type RepeatedTaskActivity = TypeOf<typeof activityItem>;

export const repeatedTaskAnswers = {
  detail,
  list: page(detail),
  activity: page(activityItem),
  preview: answer('RepeatedTaskPreview', { dates: arrayOf(instant) }),
};

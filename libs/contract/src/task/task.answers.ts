import { activityClasses, emojis, outcomes, type TypeOf, taskActions, taskStates, vias } from '@gos/domain';
import { choice, day, described, flag, instant, integer, optional, orNull, text } from '@gos/domain/kernel/shape';
import { answer, arrayOf, money, named, page, person, recordOf, right, taskRef, unchecked } from '../kernel/answer';
import { hidden, plainAnswerShapes } from './plain-answers';
import { countedLists } from './task-lists';

const state = choice(taskStates);

const taskRowFields = {
  id: integer(),
  name: text(),
  state,
  outcome: orNull(choice(outcomes)),
  deadline: orNull(instant),
  shownDate: orNull(day),
  createdAt: instant,
  contractor: person,
  solver: orNull(person),
  project: orNull(named),
  board: orNull(named),
  parent: orNull(taskRef),
  repeatedTask: described(orNull(taskRef), { description: 'What made it; its name is null for whom it is hidden' }),
  participants: answer('TaskParticipants', { acknowledged: arrayOf(person), passive: arrayOf(person) }),
  tags: arrayOf(text()),
  estimateMinutes: orNull(integer()),
  spentMinutes: integer(),
  budget: hidden(money),
  usedBudget: hidden(money),
  reservation: orNull(text()),
  rating: orNull(integer()),
  ...plainAnswerShapes,
  waiting: described(flag, { description: 'A predecessor is not solved yet' }),
  openSubtasks: described(integer(), { description: 'Unsolved subtasks, those that are hidden included' }),
  order: described(orNull(text()), { description: 'The place in its board: compared with <, equal ones by id' }),
  revision: integer(),
};

const taskRow = answer('TaskRow', taskRowFields);
export type TaskRowAnswer = TypeOf<typeof taskRow>;

const file = answer('TaskFile', {
  id: integer(),
  name: text(),
  /** bytes */
  size: integer(),
  mime: text(),
  addedBy: orNull(person),
  addedAt: instant,
});
export type TaskFileAnswer = TypeOf<typeof file>;

const other = { id: integer(), name: hidden(text()), state: hidden(state) };

/** A deleted predecessor blocks nobody. Its name is for readers who may read the deleted task. */
const predecessor = answer('TaskPredecessor', {
  ...other,
  deleted: optional(described(flag, { description: 'Only of a deleted one, for readers who may read it' })),
});

const detail = answer('Task', {
  ...taskRowFields,
  description: described(text(), { description: 'Sanitised HTML' }),
  predecessors: arrayOf(predecessor),
  subtasks: arrayOf(answer('Subtask', { ...other, solver: hidden(person) })),
  files: arrayOf(file),
  result: orNull(text()),
  costReduction: hidden(money),
  deleted: optional(
    described(answer('TaskDeletion', { at: instant, by: orNull(person) }), { description: 'Only of a deleted task' }),
  ),
  can: recordOf('TaskRights', taskActions, right),
});
export type TaskAnswer = TypeOf<typeof detail>;

/** The counts that the sidebar shows next to the lists, by list. */
const counts = recordOf('TaskCounts', countedLists, integer());
export type TaskCounts = TypeOf<typeof counts>;

const comment = answer('TaskComment', {
  id: integer(),
  at: instant,
  by: orNull(person),
  text: described(text(), { description: 'The plain words' }),
  html: described(orNull(text()), { description: 'Sanitised HTML; null for a comment of plain words' }),
  editedAt: orNull(instant),
  replyTo: described(orNull(integer()), { description: 'The comment that it answers' }),
  reactions: arrayOf(answer('CommentReaction', { emoji: choice(emojis), users: arrayOf(person) })),
  rating: orNull(integer()),
  costReduction: hidden(money),
  /** only on request, for its author, admins and auditors */
  deleted: optional(described(flag, { description: 'Only of a deleted one' })),
});
export type CommentAnswer = TypeOf<typeof comment>;

export const fieldChange = answer('FieldChange', {
  field: text(),
  from: unchecked<unknown>({}),
  to: unchecked<unknown>({}),
});
export type FieldChange = TypeOf<typeof fieldChange>;

export const activityItem = answer('TaskActivity', {
  /** unique in the task's history */
  id: text(),
  event: described(text(), { example: 'TaskCreated' }),
  class: choice(activityClasses),
  at: instant,
  by: described(orNull(person), { description: 'null is the system' }),
  byThen: described(orNull(text()), {
    description: 'What they were called then, where it is another name; told to auditors and admins',
  }),
  via: choice(vias),
  taskId: integer(),
  revision: integer(),
  changes: arrayOf(fieldChange),
  text: described(orNull(text()), { description: 'What a person wrote: result, reason, reservation, comment' }),
  hash: text(),
});
export type ActivityItem = TypeOf<typeof activityItem>;

const diff = answer('TaskDiff', { from: instant, to: instant, changes: arrayOf(fieldChange) });
export type DiffAnswer = TypeOf<typeof diff>;

/** Changes that others made since an instant to a task that the reader is a party to. */
const myChange = answer('MyChange', {
  task: answer('ChangedTask', { id: integer(), name: text(), state }),
  last: described(activityItem, { description: 'The last event, as in the history of the task' }),
  count: described(integer(), { description: 'How many events of others there are in it' }),
});
export type MyChange = TypeOf<typeof myChange>;

export const taskAnswers = {
  row: taskRow,
  list: page(taskRow),
  counts,
  detail,
  comments: page(comment),
  activity: page(activityItem),
  diff,
  myChanges: answer('MyChanges', { items: arrayOf(myChange) }),
  upload: answer('Upload', { fileId: integer(), name: text(), size: integer(), mime: text() }),
};

import { type TypeOf, taskStates } from '@gos/domain';
import { choice, described, flag, instant, integer, optional, orNull, text } from '@gos/domain/kernel/shape';
import { answer, arrayOf, person, right } from '../kernel/answer';

/** The most subtasks that an answer contains. */
export const graphLimit = 400;

/** `name`, `state` and `can` are null for a task that the reader may not see. */
const node = answer('TaskGraphNode', {
  id: integer(),
  name: described(orNull(text()), { description: 'null for whom it is hidden, and so is all that follows' }),
  state: orNull(choice(taskStates)),
  solver: orNull(person),
  waiting: flag,
  deadline: orNull(instant),
  parentId: described(orNull(integer()), { description: 'null of a predecessor that is no subtask in this network' }),
  can: orNull(answer('TaskGraphRights', { predecessors: right })),
  deleted: optional(described(flag, { description: 'Only of a deleted one, for readers who may read it' })),
});
export type TaskGraphNode = TypeOf<typeof node>;

const edge = answer('TaskGraphEdge', {
  from: described(integer(), { description: 'The predecessor' }),
  to: described(integer(), { description: 'The task that waits for it' }),
});
export type TaskGraphEdge = TypeOf<typeof edge>;

/** The subtasks of a task at every depth, and their predecessors. */
export const taskGraph = answer('TaskGraph', {
  nodes: arrayOf(node),
  edges: arrayOf(edge),
  more: described(flag, { description: `There are more than the ${graphLimit} subtasks that are answered` }),
});
export type TaskGraphAnswer = TypeOf<typeof taskGraph>;

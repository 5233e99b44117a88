import { boardActions, boardSections, type TypeOf, taskStates } from '@gos/domain';
import { choice, described, flag, instant, integer, optional, orNull, text } from '@gos/domain/kernel/shape';
import { answer, arrayOf, code, named, page, person, recordOf, right } from '../kernel/answer';
import { commandDoneFields } from '../kernel/command-done';

const board = answer('Board', {
  id: integer(),
  name: text(),
  projectId: integer(),
  assignedUser: orNull(person),
  description: described(text(), { description: 'Plain text' }),
  deadline: orNull(instant),
  section: choice(boardSections),
  order: described(text(), { description: 'The place within the section: compared with <, equal ones by id' }),
  taskCounts: recordOf('TaskCountsByState', taskStates, integer()),
  revision: integer(),
  can: recordOf('BoardRights', boardActions, right),
  /** only on request, for readers who may restore it */
  deleted: optional(described(flag, { description: 'Only of a deleted one' })),
});
export type BoardAnswer = TypeOf<typeof board>;

/** The result for each task after accepting all tasks of a board. */
const accepted = answer('AcceptedBoard', {
  ...commandDoneFields,
  accepted: arrayOf(named),
  refused: arrayOf(answer('RefusedTask', { id: integer(), name: text(), code })),
});
export type BoardAcceptAnswer = TypeOf<typeof accepted>;

export const boardAnswers = { detail: board, list: page(board), accepted };

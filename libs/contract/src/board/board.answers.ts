import { boardActions, boardSections, type Of, taskStates } from '@gos/domain';
import { choice, described, flag, instant, integer, optional, orNull, text } from '@gos/domain/kernel/shape';
import { answer, code, eachOf, many, named, page, right } from '../kernel/answer';
import { commandDoneFields } from '../kernel/command-done';

const board = answer({
  id: integer(),
  name: text(),
  projectId: integer(),
  assignedUser: orNull(named),
  description: described(text(), { description: 'Plain text' }),
  deadline: orNull(instant),
  section: choice(boardSections),
  order: described(text(), { description: 'The place within the section: compared with <, equal ones by id' }),
  taskCounts: eachOf(taskStates, integer()),
  revision: integer(),
  can: eachOf(boardActions, right),
  /** only on request, for readers who may restore it */
  deleted: optional(described(flag, { description: 'Only of a deleted one' })),
});
export type BoardAnswer = Of<typeof board>;

/** The result for each task after accepting all tasks of a board. */
const accepted = answer({
  ...commandDoneFields,
  accepted: many(named),
  refused: many(answer({ id: integer(), name: text(), code })),
});
export type BoardAcceptAnswer = Of<typeof accepted>;

export const boardAnswers = { detail: board, list: page(board), accepted };

import { boardSections, type TypeOf, taskStates } from '@gos/domain';
import { choice, day, described, instant, integer, orNull, text } from '@gos/domain/kernel/shape';
import { happening } from '../activity/activity.answers';
import { answer, arrayOf, named, person } from '../kernel/answer';

/** A task as its card shows it. */
const card = answer('ReplayCard', {
  id: integer(),
  name: text(),
  boardId: described(orNull(integer()), { description: 'null for a task in no board' }),
  order: described(orNull(text()), { description: 'The place on the board: compared with <, equal ones by id' }),
  state: choice(taskStates),
  priority: orNull(integer()),
  deadline: orNull(instant),
  solver: orNull(person),
});
export type ReplayCard = TypeOf<typeof card>;

const board = answer('ReplayBoard', {
  id: integer(),
  name: text(),
  section: choice(boardSections),
  order: described(text(), { description: 'The place within the section' }),
});
export type ReplayBoard = TypeOf<typeof board>;

const start = answer('ReplayStart', {
  project: described(named, { description: 'as it is named now' }),
  board: described(orNull(named), { description: 'the only board, where the replay is limited to one' }),
  from: instant,
  to: instant,
  days: described(arrayOf(answer('ReplayDay', { day, changes: integer() })), {
    description: 'Days (UTC) with changes, and their approximate number',
  }),
});
export type ReplayStart = TypeOf<typeof start>;

const cards = answer('ReplayCards', {
  boards: described(arrayOf(board), { description: 'all of them, in the answer that begins with the first card' }),
  cards: arrayOf(card),
  next: described(orNull(integer()), { description: 'The task after which the next request continues' }),
});

export type ReplayCards = TypeOf<typeof cards>;

const cardChange = answer('ReplayCardChange', {
  id: integer(),
  before: described(orNull(card), { description: 'null for a card that appears' }),
  after: described(orNull(card), { description: 'null for a card that leaves' }),
});
const boardChange = answer('ReplayBoardChange', { id: integer(), before: orNull(board), after: orNull(board) });

const frame = answer('ReplayFrame', {
  position: described(text(), { description: 'The place in the log' }),
  at: instant,
  event: happening,
  cards: arrayOf(cardChange),
  boards: arrayOf(boardChange),
});
export type ReplayFrame = TypeOf<typeof frame>;

const frames = answer('ReplayFrames', {
  frames: described(arrayOf(frame), { description: 'in the order of the log' }),
  next: described(orNull(text()), { description: 'The cursor of the next request; null at the end of the range' }),
});
export type ReplayFrames = TypeOf<typeof frames>;

export const replayAnswers = { start, cards, frames };

import { type Of, taskStates } from '@gos/domain';
import { choice, described, instant, integer, orNull, text } from '@gos/domain/kernel/shape';
import { answer, named, page } from '../kernel/answer';

const found = answer({
  model: choice(['task', 'project', 'board']),
  id: integer(),
  name: text(),
  /** around the match */
  snippet: described(text(), { description: 'Plain text; the words found stand between U+0002 and U+0003' }),
  field: choice(['name', 'description', 'tags', 'result', 'comment', 'file', 'contract', 'id']),
  /** of a task, as its people and its deadline; null of a project and a board */
  state: orNull(choice(taskStates)),
  deadline: orNull(instant),
  contractor: orNull(named),
  solver: orNull(named),
  /** where a task or a board is */
  project: orNull(named),
});
export type SearchItem = Of<typeof found>;

export const searchAnswers = { items: page(found) };

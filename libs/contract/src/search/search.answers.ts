import { type TypeOf, taskStates } from '@gos/domain';
import { choice, described, instant, integer, orNull, text } from '@gos/domain/kernel/shape';
import { answer, named, page, person } from '../kernel/answer';
import { searchModels } from './search-models';

const found = answer('SearchItem', {
  model: choice(searchModels),
  id: integer(),
  name: text(),
  /** around the match */
  snippet: described(text(), { description: 'Plain text; the words found stand between U+0002 and U+0003' }),
  field: choice(['name', 'description', 'tags', 'result', 'comment', 'file', 'contract', 'id']),
  /** state, deadline, contractor and solver of a task; null for projects and boards */
  state: orNull(choice(taskStates)),
  deadline: orNull(instant),
  contractor: orNull(person),
  solver: orNull(person),
  /** the project of a task or board */
  project: orNull(named),
});
export type SearchItem = TypeOf<typeof found>;

export const searchAnswers = { items: page(found) };

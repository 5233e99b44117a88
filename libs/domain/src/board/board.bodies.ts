import { choice, id, instant, object, optionalOrNull, orNull, partial, text } from '../kernel/shape';
import { boardFieldChecks, boardSections } from './board';

const name = text(boardFieldChecks.name);
const description = text(boardFieldChecks.description);
const section = choice(boardSections);

/** What comes with a command on a board, by its type. */
export const boardBodies = {
  create: object({
    name,
    section,
    description: optionalOrNull(description),
    deadline: optionalOrNull(instant),
    assignedUserId: optionalOrNull(id),
  }),
  edit: partial(object({ name, description, deadline: orNull(instant), assignedUserId: orNull(id) })),
  move: object({ section, beforeId: optionalOrNull(id) }),
};

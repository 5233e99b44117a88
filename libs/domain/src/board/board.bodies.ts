import type { CommandOf, Nothing } from '../kernel/aggregate';
import { choice, id, instant, type Of, object, optionalOrNull, orNull, partial, text } from '../kernel/shape';
import { boardSections } from './board';
import { boardFieldChecks } from './board.fields';

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
  /** Said as it is meant: ahead of that board, or at the end of the section. */
  move: object({ section, beforeId: optionalOrNull(id) }),
};

type Wire = { readonly [N in keyof typeof boardBodies]: Of<(typeof boardBodies)[N]> };

/** What each command on a board says; a new one also the project of its address. */
export interface BoardBodies extends Omit<Wire, 'create'> {
  readonly create: Wire['create'] & { readonly projectId: number };
  readonly delete: Nothing;
  readonly undelete: Nothing;
}
export type BoardCommand = CommandOf<BoardBodies>;

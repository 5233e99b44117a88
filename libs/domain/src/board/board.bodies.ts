import type { CommandOf, EmptyBody } from '../kernel/aggregate';
import { limits } from '../kernel/limits';
import { choice, id, instant, object, optionalOrNull, orNull, partial, type TypeOf, text } from '../kernel/shape';
import type { UndoBody } from '../kernel/undo';
import { boardSections } from './board';
import { boardFieldChecks } from './board.fields';

const name = text(boardFieldChecks.name);
const description = text(boardFieldChecks.description, 2 * limits.text.max);
const section = choice(boardSections);

/** The request bodies of the board commands, by command type. */
export const boardBodies = {
  create: object({
    name,
    section,
    description: optionalOrNull(description),
    deadline: optionalOrNull(instant),
    assignedUserId: optionalOrNull(id),
  }),
  edit: partial(object({ name, description, deadline: orNull(instant), assignedUserId: orNull(id) })),
  /** The board goes ahead of board `beforeId`, or to the end of the section when that is null or absent. */
  move: object({ section, beforeId: optionalOrNull(id) }),
};

type Wire = { readonly [N in keyof typeof boardBodies]: TypeOf<(typeof boardBodies)[N]> };

/** The body of each board command; `create` adds the project id from the path. */
export interface BoardBodies extends Omit<Wire, 'create'> {
  readonly create: Wire['create'] & { readonly projectId: number };
  readonly delete: EmptyBody;
  readonly undelete: EmptyBody;
  readonly undo: UndoBody;
}
export type BoardCommand = CommandOf<BoardBodies>;

import type { CommandOf, EmptyBody } from '../kernel/aggregate';
import { nameError } from '../kernel/field-checks';
import { described, flag, object, optional, partial, type TypeOf, text } from '../kernel/shape';

/** Checks of a position's fields, shared by the browser's forms and the server, so that both report the same errors. */
export const positionFieldChecks = {
  name: (value: string, path = 'name') => nameError(value, path, 'position.name.too-long'),
};

const name = text(positionFieldChecks.name);
const attendance = described(flag, {
  description: 'Grants its holders the attendance of others; not collaborators and auditors',
});

/** The request bodies of the position commands, by command type. */
export const positionBodies = {
  create: object({ name, attendance: optional(attendance) }),
  edit: partial(object({ name, attendance })),
};

type Wire = { readonly [N in keyof typeof positionBodies]: TypeOf<(typeof positionBodies)[N]> };

export interface PositionBodies extends Wire {
  readonly delete: EmptyBody;
}
export type PositionCommand = CommandOf<PositionBodies>;

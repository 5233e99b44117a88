import type { ObjectShape, TypeOf } from '@gos/domain';
import { described, integer, optional, text } from '@gos/domain/kernel/shape';
import { answer } from './answer';
import { capitalized } from './operation-id';

/** `position` is opaque and compared as a big integer. */
const fields = {
  id: integer(),
  revision: integer(),
  position: described(text(), { pattern: '^\\d+$', description: 'Opaque; compared as a big integer' }),
  eventId: optional(
    described(text(), { description: 'Names the action for `POST /undo`; absent when nothing changed' }),
  ),
};

/** The answer to every command. */
export const commandDone = answer('CommandDone', fields);
export type CommandAnswer = TypeOf<typeof commandDone>;

/** The answer to a command that also returns the id of something new. */
export const commandDoneWith = <const N extends string>(number: N) =>
  answer(`CommandDoneWith${capitalized(number)}`, {
    ...fields,
    ...({ [number]: integer() } as { readonly [K in N]: ReturnType<typeof integer> }),
  });

/** A plain operation (`PlainOperation`) without a body. */
export const plainCommand = (summary: string) => ({ summary, body: null, answer: commandDone }) as const;

/** A plain operation with a body. */
export const plainCommandWith = <const B extends ObjectShape>(summary: string, body: B) =>
  ({ summary, body, answer: commandDone }) as const;

export const commandDoneFields = fields;

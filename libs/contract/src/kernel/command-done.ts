import type { Of } from '@gos/domain';
import { described, integer, text } from '@gos/domain/kernel/shape';
import { answer } from './answer';

/** `position` is opaque: compared as a big integer. */
const fields = {
  id: integer(),
  revision: integer(),
  position: described(text(), { pattern: '^\\d+$', description: 'Opaque; compared as a big integer' }),
};

/** Answer to every command. */
export const commandDone = answer(fields);
export type CommandAnswer = Of<typeof commandDone>;

/** Of a command that gives a number to something new. */
export const commandDoneWith = <const N extends string>(number: N) =>
  answer({ ...fields, ...({ [number]: integer() } as { readonly [K in N]: ReturnType<typeof integer> }) });

export const commandDoneFields = fields;

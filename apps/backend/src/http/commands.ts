import type { CommandAnswer } from '@gos/contract';
import type { CommandResult } from '../engine/commands/run-command';

/**
 * Implemented by controllers that have a handler for every command of an aggregate, except those in `Elsewhere`: a forgotten one
 * does not compile.
 */
export type Handles<Bodies, Elsewhere extends keyof Bodies = never> = {
  readonly [N in Exclude<keyof Bodies, Elsewhere | 'undo'>]: (...given: never[]) => Promise<CommandAnswer>;
};

export const commandAnswer = ({ id, revision, position, events }: CommandResult<unknown>): CommandAnswer => ({
  id,
  revision,
  position,
  ...(events[0] && { eventId: events[0].id }),
});

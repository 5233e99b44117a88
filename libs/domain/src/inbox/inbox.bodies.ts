import type { CommandOf } from '../kernel/aggregate';
import { limits } from '../kernel/limits';
import { described, flag, list, object, optional, type TypeOf, text } from '../kernel/shape';

/** The request bodies of the commands on a person's inbox, by command type. */
export const inboxBodies = {
  read: object(
    {
      ids: described(optional(list(text(), { max: limits.readAtOnce })), { description: 'These notifications' }),
      all: described(optional(flag), { description: 'true: all that there are' }),
    },
    ({ ids, all }) => ((ids === undefined) === (all === true) ? null : { path: 'ids', code: 'validation.required' }),
  ),
};

interface OfTask {
  readonly taskId: number;
}

/** The body of each command on `inbox-USER`; the task's id comes from the path. */
export interface InboxBodies {
  readonly read: TypeOf<(typeof inboxBodies)['read']>;
  readonly mute: OfTask;
  readonly unmute: OfTask;
}
export type InboxCommand = CommandOf<InboxBodies>;

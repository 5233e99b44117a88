import type { RefusalParams, TypeOf } from '@gos/domain';
import { described, instant, integer, optional, orNull, text } from '@gos/domain/kernel/shape';
import { answer, arrayOf, code, named, person, unchecked } from './answer';

const params = optional(unchecked<RefusalParams>({ type: 'object', additionalProperties: true }));
const anything = unchecked<unknown>({});

/** The change that came after an action and prevents its undo. */
export const laterChange = answer('LaterChange', {
  eventId: text(),
  event: text(),
  at: instant,
  by: orNull(person),
});

/** An error response as of RFC 9457. */
export const problem = answer('Problem', {
  type: text(),
  title: text(),
  status: integer(),
  code,
  detail: text(),
  params,
  errors: optional(arrayOf(answer('ProblemError', { path: text(), code, message: text(), params }))),
  revision: optional(described(integer(), { description: 'Of a conflict: where the document is now' })),
  conflicts: optional(
    arrayOf(answer('ProblemConflict', { path: text(), base: anything, theirs: anything, yours: anything })),
  ),
  entryId: optional(described(integer(), { description: 'Of `work.overlap`: the entry in the way' })),
  /** only with `task.open-subtasks` */
  subtasks: optional(arrayOf(answer('ProblemSubtask', { id: integer(), name: orNull(text()) }))),
  /** only with `user.last-manage` */
  projects: optional(arrayOf(named)),
  /** only with `undo.too-late`: the change that came after */
  later: optional(laterChange),
  /** only with `plan.overlap` */
  planId: optional(integer()),
});
export type Problem = TypeOf<typeof problem>;

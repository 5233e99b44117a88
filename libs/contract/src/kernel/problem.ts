import type { Of, RefusalParams } from '@gos/domain';
import { described, integer, optional, orNull, text } from '@gos/domain/kernel/shape';
import { answer, code, many, told } from './answer';

const params = optional(told<RefusalParams>({ type: 'object' }));
const anything = told<unknown>({});

/** An error response as of RFC 9457. */
export const problem = answer({
  type: text(),
  title: text(),
  status: integer(),
  code,
  detail: text(),
  params,
  errors: optional(many(answer({ path: text(), code, message: text(), params }))),
  revision: optional(described(integer(), { description: 'Of a conflict: where the document is now' })),
  conflicts: optional(many(answer({ path: text(), base: anything, theirs: anything, yours: anything }))),
  /** only with `task.open-subtasks` */
  subtasks: optional(many(answer({ id: integer(), name: orNull(text()) }))),
});
export type Problem = Of<typeof problem>;

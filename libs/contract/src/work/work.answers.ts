import type { TypeOf } from '@gos/domain';
import { described, flag, instant, integer, optional, orNull, text } from '@gos/domain/kernel/shape';
import { answer, money, named, page, person } from '../kernel/answer';

const hidden = { description: 'null for whom it is hidden' };

/** A task in somebody's work; for whom it is hidden both are null. */
export const workedTask = answer('WorkedTask', {
  id: described(orNull(integer()), hidden),
  name: described(orNull(text()), hidden),
});

export const entry = answer('WorkEntry', {
  id: integer(),
  user: person,
  task: workedTask,
  project: orNull(named),
  contractId: orNull(text()),
  from: instant,
  to: described(orNull(instant), { description: 'null while it runs' }),
  minutes: described(integer(), { description: '0 while it runs' }),
  ip: described(orNull(text()), hidden),
  note: orNull(text()),
  flagged: described(flag, {
    description: 'ran past midnight or for more than 12 hours; nobody has said its true end',
  }),
  added: described(flag, { description: 'typed in by hand' }),
  corrected: flag,
  byOther: described(orNull(answer('WorkCorrection', { by: person, at: instant, reason: orNull(text()) })), {
    description: 'The last change by somebody else; the reason is null in changes of older versions, and in an undo',
  }),
  cost: described(orNull(money), hidden),
  revision: integer(),
  deleted: optional(described(flag, { description: 'true for a deleted one, else absent' })),
});
export type WorkEntryAnswer = TypeOf<typeof entry>;

const active = answer('ActiveWork', {
  entry,
  currentMinutes: described(integer(), { description: 'since it was started' }),
  totalMinutes: described(integer(), { description: "everybody's on this task, this one included" }),
});
export type ActiveWork = TypeOf<typeof active>;

export const workAnswers = {
  entry,
  list: page(entry),
  active: described(orNull(active), { description: 'null while nothing runs' }),
};

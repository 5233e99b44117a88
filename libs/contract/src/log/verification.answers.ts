import type { TypeOf } from '@gos/domain';
import { choice, described, flag, instant, integer, orNull, text } from '@gos/domain/kernel/shape';
import { answer, arrayOf } from '../kernel/answer';

const finding = answer('VerificationFinding', {
  /** Chains of events; tree and checkpoints; read models; accounts, files and secrets. */
  part: choice(['log', 'tree', 'documents', 'installation']),
  event: described(orNull(answer('FoundEvent', { stream: text(), revision: integer() })), {
    description: 'The event that does not fit, where it is one',
  }),
  text: described(text(), { description: 'A sentence for the operator' }),
});

export const verification = answer('LogVerification', {
  id: text(),
  state: described(choice(['waiting', 'events', 'documents', 'done', 'failed']), {
    description: 'The present step; `failed` could not be finished',
  }),
  startedAt: instant,
  endedAt: orNull(instant),
  checked: described(integer(), { description: 'Number of events that were checked so far' }),
  all: described(orNull(integer()), { description: 'Number of events in all, where it is known' }),
  checkpoints: described(integer(), { description: 'Number of checkpoints that were compared' }),
  ok: described(flag, { description: 'Nothing was found so far' }),
  findings: described(arrayOf(finding), { description: 'The first ones, in the order of the log' }),
  found: described(integer(), { description: 'Number of all findings' }),
});
export type LogVerification = TypeOf<typeof verification>;

export const verifiedActivity = answer('VerifiedActivity', {
  ok: flag,
  checked: described(integer(), { description: 'Number of events' }),
  errors: described(arrayOf(text()), { description: 'At most 100' }),
});

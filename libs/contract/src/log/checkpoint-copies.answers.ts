import { isEmailAddress, type TypeOf } from '@gos/domain';
import { choice, described, instant, list, object, orNull, text } from '@gos/domain/kernel/shape';
import { webhookFieldChecks } from '@gos/domain/webhook/webhook.bodies';
import { answer, arrayOf } from '../kernel/answer';

const mostCopies = 10;
const maxAddress = 320;

const email = text((value, path) => (isEmailAddress(value.trim()) ? null : { path, code: 'auth.email' }), maxAddress);
const webhookUrl = text(webhookFieldChecks.targetUrl, 4_000);

export const checkpointCopiesBody = object({
  emails: described(list({ ...email, normalize: (value: string) => value.trim() }, { max: mostCopies }), {
    description: `At most ${mostCopies}`,
  }),
  webhookUrl: orNull({ ...webhookUrl, normalize: (value: string) => value.trim() }),
});

const copy = answer('CheckpointCopy', {
  kind: choice(['email', 'webhook']),
  address: text(),
  state: described(choice(['none', 'sending', 'sent', 'failing', 'failed']), {
    description: 'Of the last checkpoint that was sent there; `failing` is tried again',
  }),
  at: orNull(instant),
  reason: described(orNull(text()), { description: 'Why it failed' }),
});
export type CheckpointCopy = TypeOf<typeof copy>;

export const checkpointCopies = answer('CheckpointCopies', {
  items: arrayOf(copy),
  secret: described(orNull(text()), {
    description: 'Secret of the webhook, for Standard Webhooks; only after its URL changed',
  }),
});

import { switchOffReasons, type TypeOf, webhookActions } from '@gos/domain';
import { choice, described, flag, instant, integer, orNull, text } from '@gos/domain/kernel/shape';
import { answer, page, person, recordOf, right } from '../kernel/answer';
import { commandDoneFields } from '../kernel/command-done';
import { deliveryStatuses } from './delivery-words';

const refusedFor = ['signature', 'host'] as const;
export type RefusedDelivery = (typeof refusedFor)[number];

const webhook = answer('Webhook', {
  id: integer(),
  projectId: integer(),
  name: text(),
  backlogBoardName: orNull(text()),
  doneBoardName: orNull(text()),
  autoContractor: orNull(person),
  active: flag,
  url: described(text(), { description: 'Takes deliveries of git hosts and ticket systems' }),
  targetUrl: described(orNull(text()), { description: 'Gets the events of the project' }),
  switchedOff: described(orNull(choice(switchOffReasons)), {
    description: 'Why the system switched it off, until somebody switches it on again',
  }),
  lastDelivery: orNull(answer('LastDelivery', { at: instant, status: choice(deliveryStatuses) })),
  refusedAt: described(orNull(instant), {
    description: 'When a delivery was last refused; null once one was taken',
  }),
  refusedFor: described(orNull(choice(refusedFor)), {
    description: 'Why: its signature is wrong, or its host is not supported',
  }),
  revision: integer(),
  can: recordOf('WebhookRights', webhookActions, right),
});
export type WebhookAnswer = TypeOf<typeof webhook>;

/** The only answers that hold the secret. */
const withSecret = answer('WebhookSecret', {
  ...commandDoneFields,
  secret: described(text(), { pattern: '^whsec_', description: 'Shown this once' }),
});
export type WebhookSecretAnswer = TypeOf<typeof withSecret>;

export const webhookAnswers = { detail: webhook, list: page(webhook), withSecret };

import { switchOffReasons, webhookBodies, years } from '@gos/domain';
import { described, instantWithin, object, optionalOrNull } from '@gos/domain/kernel/shape';
import { plainCommand, plainCommandWith } from '../kernel/command-done';
import { operations } from '../kernel/operation';
import { describedAsList, describedAsTexts, orNone, param, sortedAndFiltered, textKey } from '../kernel/query';
import { deliveryAnswers } from './delivery.answers';
import { deliveryDirections, deliveryStatuses } from './delivery-words';
import { webhookAnswers } from './webhook.answers';
import { webhookRoutes } from './webhook.routes';

/** The stored fields of a row; the state of its deliveries is added from elsewhere. */
const fields = sortedAndFiltered({
  name: describedAsList(textKey),
  active: param.flag,
  id: describedAsTexts(param.id),
  projectId: describedAsTexts(param.id),
  backlogBoardName: describedAsList(orNone(textKey)),
  doneBoardName: describedAsList(orNone(textKey)),
  autoContractor: describedAsTexts(orNone(param.id)),
  targetUrl: describedAsList(orNone(textKey)),
  switchedOff: describedAsList(orNone(param.choice(switchOffReasons))),
  revision: describedAsTexts(param.integer),
});

const replay = object({
  since: optionalOrNull(
    described(instantWithin(years.calendar), { description: 'Without it, all that ever happened in the project' }),
  ),
});

export const webhookOperations = operations('Webhook', webhookRoutes, {
  list: {
    body: null,
    query: { ...fields, words: 'words of the name' },
    answer: webhookAnswers.list,
  },
  detail: { body: null, answer: webhookAnswers.detail },
  create: {
    ...plainCommandWith('Create a webhook; its secret is shown this once', webhookBodies.create),
    answer: webhookAnswers.withSecret,
    status: 201,
  },
  edit: plainCommandWith('Edit the webhook; also switches it on and off', webhookBodies.edit),
  remove: plainCommand('Remove the webhook with its secret'),
  rotateSecret: {
    ...plainCommand('Make another secret, shown this once; the old one stays valid for a day'),
    answer: webhookAnswers.withSecret,
  },
  test: { body: null, answer: deliveryAnswers.accepted, status: 202 },
  replay: { body: replay, answer: deliveryAnswers.accepted, status: 202 },
  deliveries: {
    body: null,
    query: {
      sort: [],
      filters: {},
      words: null,
      own: { direction: param.choice(deliveryDirections), status: param.choice(deliveryStatuses) },
    },
    answer: deliveryAnswers.list,
  },
  delivery: { body: null, answer: deliveryAnswers.detail },
  redeliver: { id: 'redeliver', body: null, answer: deliveryAnswers.accepted, status: 202 },
  take: { id: 'takeDelivery', body: null, answer: deliveryAnswers.accepted, status: 202 },
});

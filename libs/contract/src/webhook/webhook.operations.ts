import { webhookBodies } from '@gos/domain';
import { commandDone } from '../kernel/command-done';
import { operations } from '../kernel/operation';
import { param } from '../kernel/query';
import { deliveryAnswers } from './delivery.answers';
import { deliveryDirections, deliveryStatuses } from './delivery-words';
import { webhookAnswers } from './webhook.answers';
import { webhookRequests } from './webhook.requests';
import { webhookRoutes } from './webhook.routes';

export const webhookOperations = operations(webhookRoutes, {
  list: {
    body: null,
    query: { sort: ['name', 'active', 'id'], filters: { active: param.flag }, words: 'words of the name' },
    answer: webhookAnswers.list,
  },
  detail: { body: null, answer: webhookAnswers.detail },
  create: { body: webhookBodies.create, answer: webhookAnswers.withSecret, status: 201 },
  edit: { body: webhookBodies.edit, answer: commandDone },
  remove: { body: null, answer: commandDone },
  rotateSecret: { body: null, answer: webhookAnswers.withSecret },
  test: { body: null, answer: deliveryAnswers.accepted, status: 202 },
  replay: { body: webhookRequests.replay, answer: deliveryAnswers.accepted, status: 202 },
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
  redeliver: { body: null, answer: deliveryAnswers.accepted, status: 202 },
  take: { body: null, answer: deliveryAnswers.accepted, status: 202 },
});

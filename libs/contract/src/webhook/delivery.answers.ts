import type { TypeOf } from '@gos/domain';
import { choice, described, instant, integer, orNull, text } from '@gos/domain/kernel/shape';
import { answer, arrayOf, code, page, taskRef, unchecked } from '../kernel/answer';
import { deliveryDeeds, deliveryDirections, deliveryStatuses } from './delivery-words';

const delivery = {
  id: described(text(), { description: 'The same at every try; `webhook-id` of what is sent' }),
  direction: choice(deliveryDirections),
  type: described(text(), { example: 'task.created' }),
  at: instant,
  status: choice(deliveryStatuses),
  attempts: described(
    arrayOf(
      answer('DeliveryAttempt', {
        at: instant,
        status: described(orNull(integer()), { description: 'null: nothing was answered' }),
        ms: integer(),
      }),
    ),
    { description: 'The latest 50' },
  ),
  nextAttemptAt: orNull(instant),
  effect: orNull(
    answer('DeliveryEffect', {
      did: arrayOf(choice(deliveryDeeds)),
      task: orNull(taskRef),
      notes: described(arrayOf(code), { description: 'Codes of what could not be done, or was done otherwise' }),
    }),
  ),
};

const item = answer('Delivery', delivery);
export type DeliveryAnswer = TypeOf<typeof item>;

const detail = answer('DeliveryDetail', {
  ...delivery,
  headers: unchecked<Readonly<Record<string, string>>>({
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'Of what came in or was sent, without signatures',
  }),
  payload: described(orNull(text()), { description: 'null when it is not kept any more, or not made yet' }),
  answer: described(orNull(text()), { description: 'The beginning of what the target answered last' }),
});
export type DeliveryDetail = TypeOf<typeof detail>;

export const deliveryAnswers = {
  list: page(item),
  detail,
  /** of something that happens after the answer */
  accepted: answer('AcceptedDelivery', { id: text() }),
};

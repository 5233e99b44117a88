import type { Delivery } from '../../../entities/webhook/delivery';
import type { NewJob } from '../../../stores/jobs/jobs';

export const pumpQueue = 'webhook-out';

/** Wakes who sends for a webhook, once for every try of a delivery. */
export const wakeJob = ({ webhookId, id, round, sending }: Delivery, delayMs = 0): NewJob => ({
  id: `${webhookId}.${id}.${round}.${sending?.tries ?? 0}`,
  data: { webhookId },
  delayMs,
});

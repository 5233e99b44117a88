import type { Delivery } from '../../../shared/webhook/delivery';
import type { NewJob } from '../../../stores/jobs/jobs';

export const pumpQueue = 'webhook-out';

/** There may be something to send for a webhook, in one lane or in any (null). */
export interface Wake {
  readonly webhookId: number;
  readonly lane: string | null;
}

/** Wakes who sends for a webhook, once for every try of a delivery. */
export const wakeJob = ({ webhookId, id, round, sending }: Delivery, delayMs = 0): NewJob => ({
  id: `${webhookId}.${id}.${round}.${sending?.tries ?? 0}`,
  data: { webhookId, lane: sending?.lane ?? null } satisfies Wake,
  delayMs,
});

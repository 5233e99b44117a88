import type { LiveTakers } from '../../lib/live-cache';
import { webhookKeys } from './webhooks.api';

export const webhookTakers: LiveTakers = {
  /** Comes for each of its deliveries too, which may be many. */
  webhook: ({ id }) => [
    { queryKey: webhookKeys.lists, everyMs: 500 },
    { queryKey: webhookKeys.deliveriesOf(id), everyMs: 500 },
  ],
};

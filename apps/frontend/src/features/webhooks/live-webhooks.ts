import type { LiveHandlers } from '../../lib/live-cache';
import { webhookKeys } from './webhooks.api';

export const webhookHandlers: LiveHandlers = {
  /** Comes for each of its deliveries too, which may be many. */
  webhook: ({ id }) => [
    { queryKey: webhookKeys.lists, everyMs: 500 },
    { queryKey: webhookKeys.deliveriesOf(id), everyMs: 500 },
  ],
};

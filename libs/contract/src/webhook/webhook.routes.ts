import type { WebhookBodies } from '@gos/domain';
import type { RoutesOf } from '../kernel/route';

/** The keys of commands are the command types. */
export const webhookRoutes = {
  list: 'GET /projects/{id}/webhooks',
  detail: 'GET /projects/{id}/webhooks/{webhookId}',
  create: 'POST /projects/{id}/webhooks',
  edit: 'PATCH /projects/{id}/webhooks/{webhookId}',
  remove: 'DELETE /projects/{id}/webhooks/{webhookId}',
  rotateSecret: 'POST /webhooks/{id}/rotate-secret',
  test: 'POST /webhooks/{id}/test',
  replay: 'POST /webhooks/{id}/replay',
  deliveries: 'GET /webhooks/{id}/deliveries',
  delivery: 'GET /webhooks/{id}/deliveries/{delivery}',
  redeliver: 'POST /webhooks/{id}/deliveries/{delivery}/redeliver',
  take: 'POST /hooks/{webhookId}',
} as const satisfies RoutesOf<Exclude<keyof WebhookBodies, 'switchOff'>>;

import { type WebhookAnswer, webhookRoutes } from '@gos/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type BodyOf, type QueryOf, request } from '../../lib/request';

export type DeliveryQuery = QueryOf<typeof webhookRoutes.deliveries>;
export type WebhookBody = BodyOf<typeof webhookRoutes.create>;

/** Every key of the webhooks' cache. */
export const webhookKeys = {
  all: ['webhooks'],
  lists: ['webhooks', 'list'],
  list: (projectId: number) => ['webhooks', 'list', projectId] as const,
  /** All that is known of a webhook's deliveries. */
  deliveriesOf: (id: number) => ['webhooks', 'deliveries', id] as const,
  page: (id: number, query: DeliveryQuery) => ['webhooks', 'deliveries', id, 'page', query] as const,
  delivery: (id: number, delivery: string) => ['webhooks', 'deliveries', id, 'one', delivery] as const,
} as const;

/** A project has fewer of them than a page. */
export const webhooksQuery = (projectId: number) =>
  queryOptions({
    queryKey: webhookKeys.list(projectId),
    queryFn: async ({ signal }): Promise<readonly WebhookAnswer[]> =>
      (await request(webhookRoutes.list, { id: projectId, query: { pageSize: 100 }, signal })).items,
    placeholderData: undefined,
  });

export const deliveriesQuery = (id: number, query: DeliveryQuery) =>
  queryOptions({
    queryKey: webhookKeys.page(id, query),
    queryFn: ({ signal }) => request(webhookRoutes.deliveries, { id, query, signal }),
    placeholderData: keepPreviousData,
  });

export const deliveryQuery = (id: number, delivery: string) =>
  queryOptions({
    queryKey: webhookKeys.delivery(id, delivery),
    queryFn: ({ signal }) => request(webhookRoutes.delivery, { id, delivery, signal }),
    placeholderData: undefined,
  });

export const createWebhook = (projectId: number, body: WebhookBody, idempotencyKey: string) =>
  request(webhookRoutes.create, { id: projectId, body, idempotencyKey });

export const editWebhook = (
  { projectId, id }: Pick<WebhookAnswer, 'projectId' | 'id'>,
  body: BodyOf<typeof webhookRoutes.edit>,
  options: { readonly idempotencyKey: string; readonly ifMatch: number },
) => request(webhookRoutes.edit, { id: projectId, webhookId: id, body, ...options });

export const removeWebhook = ({ projectId, id }: Pick<WebhookAnswer, 'projectId' | 'id'>, idempotencyKey: string) =>
  request(webhookRoutes.remove, { id: projectId, webhookId: id, idempotencyKey });

export const rotateSecret = (id: number, idempotencyKey: string) =>
  request(webhookRoutes.rotateSecret, { id, idempotencyKey });

export const testWebhook = (id: number, idempotencyKey: string) => request(webhookRoutes.test, { id, idempotencyKey });

export const replayWebhook = (id: number, since: string | null, idempotencyKey: string) =>
  request(webhookRoutes.replay, { id, body: { since }, idempotencyKey });

export const redeliver = (id: number, delivery: string, idempotencyKey: string) =>
  request(webhookRoutes.redeliver, { id, delivery, idempotencyKey });

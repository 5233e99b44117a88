import type { DeliveryDirection, DeliveryStatus } from '@gos/contract';
import { pageNumber } from '../../lib/page-number';
import { directions, statuses } from './delivery-words';

/** Search parameters of the webhooks. */
export interface WebhooksSearch {
  /** id of the open webhook */
  readonly webhook?: number;
  readonly direction?: DeliveryDirection;
  readonly status?: DeliveryStatus;
  readonly page?: number;
  /** the form of a new one is open */
  readonly new?: true;
}

function idOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined;
}

export function validateWebhooksSearch(search: Record<string, unknown>): WebhooksSearch {
  const isNew = search.new === true ? true : undefined;
  const webhook = idOf(search.webhook);
  if (webhook === undefined) return { new: isNew };
  return {
    webhook,
    direction: directions.find((known) => known === search.direction),
    status: statuses.find((known) => known === search.status),
    page: pageNumber(search.page),
    new: isNew,
  };
}

import { type EventTable, revisionedEvolveOf } from '../kernel/events';
import type { Instant, Message } from '../kernel/message';
import type { EventWithTime } from '../task/task';

export interface WebhookFields {
  readonly name: string;
  /** the board that opened issues become tasks of; null: the project itself */
  readonly backlogBoardName: string | null;
  /** the board that closed and merged ones move to; null: they stay where they are */
  readonly doneBoardName: string | null;
  /** the contractor of tasks that come in; null: who has managed the project longest */
  readonly autoContractorId: number | null;
  readonly active: boolean;
  /** where the project's events are sent; null: nowhere */
  readonly targetUrl: string | null;
}
export const webhookFields = [
  'name',
  'backlogBoardName',
  'doneBoardName',
  'autoContractorId',
  'active',
  'targetUrl',
] as const satisfies readonly (keyof WebhookFields)[];

export type WebhookEdit = {
  [F in keyof WebhookFields]: { readonly field: F; readonly from: WebhookFields[F]; readonly to: WebhookFields[F] };
}[keyof WebhookFields];

/** Why the system switched a webhook off: its target said 410, failed for days, or its secret cannot be read any more. */
export const switchOffReasons = ['gone', 'failing', 'secret-lost'] as const;
export type SwitchOffReason = (typeof switchOffReasons)[number];

/** Events of `webhook-N`. The secret is in none of them. */
export type WebhookEvent =
  | Message<'WebhookCreated', WebhookFields & { readonly webhookId: number; readonly projectId: number }>
  | Message<'WebhookEdited', { readonly changes: readonly WebhookEdit[] }>
  | Message<'WebhookRemoved', Record<string, never>>
  | Message<'WebhookSecretRotated', Record<string, never>>
  | Message<'WebhookSwitchedOff', { readonly projectId: number; readonly reason: SwitchOffReason }>;

/** A project's link with a git host or a ticket system. */
export interface Webhook extends WebhookFields {
  readonly id: number;
  readonly projectId: number;
  /** The number of events so far. */
  readonly revision: number;
  readonly createdAt: Instant;
  /** null unless the system switched it off and nobody has switched it on since */
  readonly switchedOff: SwitchOffReason | null;
  readonly deleted: boolean;
}

export function webhookStream(id: number): string {
  return `webhook-${id}`;
}

const webhookEvents: EventTable<Webhook, EventWithTime<WebhookEvent>> = {
  WebhookCreated: {
    begins: ({ data: { webhookId, ...data }, metadata: { at } }) => ({
      id: webhookId,
      revision: 1,
      createdAt: at,
      switchedOff: null,
      deleted: false,
      ...data,
    }),
  },
  WebhookEdited: {
    fold(webhook, { data }) {
      const changed = { ...webhook, ...Object.fromEntries(data.changes.map(({ field, to }) => [field, to])) };
      return changed.active ? { ...changed, switchedOff: null } : changed;
    },
  },
  WebhookRemoved: { fold: (webhook) => ({ ...webhook, deleted: true }) },
  WebhookSecretRotated: { fold: (webhook) => webhook },
  WebhookSwitchedOff: { fold: (webhook, { data }) => ({ ...webhook, active: false, switchedOff: data.reason }) },
};

export const evolveWebhook = revisionedEvolveOf(webhookEvents);

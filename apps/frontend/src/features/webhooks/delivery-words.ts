import type { DeliveryAnswer, DeliveryDeed, DeliveryDirection, DeliveryStatus } from '@gos/contract';
import type { SayOfWebhooks, WebhooksMessageId } from './webhooks-texts';

export const directionMessages = {
  in: 'webhooks.direction.in',
  out: 'webhooks.direction.out',
} as const satisfies Record<DeliveryDirection, WebhooksMessageId>;
export const directions = Object.keys(directionMessages) as readonly DeliveryDirection[];

export const statusMessages = {
  pending: 'webhooks.status.pending',
  delivered: 'webhooks.status.delivered',
  failed: 'webhooks.status.failed',
  ignored: 'webhooks.status.ignored',
} as const satisfies Record<DeliveryStatus, WebhooksMessageId>;
export const statuses = Object.keys(statusMessages) as readonly DeliveryStatus[];

const deedMessages = {
  created: 'webhooks.deed.created',
  edited: 'webhooks.deed.edited',
  commented: 'webhooks.deed.commented',
  completed: 'webhooks.deed.completed',
  moved: 'webhooks.deed.moved',
  returned: 'webhooks.deed.returned',
  restored: 'webhooks.deed.restored',
  linked: 'webhooks.deed.linked',
} as const satisfies Record<DeliveryDeed, WebhooksMessageId>;

type Effect = NonNullable<DeliveryAnswer['effect']>;

/** Returns the actions on the task, in the order in which they happened. */
export const deedsText = (t: SayOfWebhooks, { did }: Effect): string =>
  did.map((deed) => t(deedMessages[deed])).join(', ');

/** Returns failed or changed actions as sentences. */
export const notesText = (t: SayOfWebhooks, { notes }: Effect): string => notes.map((code) => t(code)).join(' ');

/** The latest try in a few words; null before the first. */
export function attemptText(
  t: SayOfWebhooks,
  { attempts, direction }: Pick<DeliveryAnswer, 'attempts' | 'direction'>,
): string | null {
  const last = attempts.at(-1);
  if (!last) return null;
  const { status, ms } = last;
  const unanswered = direction === 'in' ? 'webhooks.attempt.acted' : 'webhooks.attempt.unanswered';
  const said = status === null ? t(unanswered, { ms }) : t('webhooks.attempt.answered', { status, ms });
  return attempts.length === 1 ? said : `${attempts.length}× · ${said}`;
}

/** A delivery in one line. */
export function summaryText(t: SayOfWebhooks, delivery: DeliveryAnswer): string {
  const { direction, effect } = delivery;
  const notes = effect ? notesText(t, effect) : null;
  if (direction === 'out' || !effect) return [attemptText(t, delivery), notes].filter(Boolean).join(' · ');
  const deeds = effect.did.length === 0 ? '' : deedsText(t, effect);
  const task = effect.task && `#${effect.task.id}${effect.task.name === null ? '' : ` ${effect.task.name}`}`;
  return [[task, deeds].filter(Boolean).join(': '), notes].filter(Boolean).join(' · ');
}

/** JSON in lines; anything else as it came. */
export function prettyPayload(payload: string): string {
  try {
    return JSON.stringify(JSON.parse(payload), null, 2);
  } catch {
    return payload;
  }
}

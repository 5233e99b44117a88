import type { DeliveryAnswer, WebhookAnswer, WebhookSecretAnswer } from '@gos/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useKeyed } from '../../lib/use-keyed';
import { showProblem, showToast } from '../../ui/toast';
import {
  editWebhook,
  redeliver,
  removeWebhook,
  replayWebhook,
  rotateSecret,
  testWebhook,
  webhookKeys,
} from './webhooks.api';
import { useWebhooksT, type WebhooksMessageId } from './webhooks-texts';

/** Returns the actions on a webhook other than editing. Each resolves to whether it succeeded. */
export function useWebhookActions() {
  const t = useWebhooksT();
  const client = useQueryClient();
  const keyed = useKeyed();
  const busy = useRef(false);

  async function run<T>(
    send: () => Promise<T>,
    failed: WebhooksMessageId,
    done: WebhooksMessageId | null,
  ): Promise<T | null> {
    if (busy.current) return null;
    busy.current = true;
    try {
      const answer = await send();
      if (done) showToast({ message: t(done) });
      return answer;
    } catch (error) {
      showProblem(error, t(failed));
      return null;
    } finally {
      busy.current = false;
      void client.invalidateQueries({ queryKey: webhookKeys.all });
    }
  }
  const change: WebhooksMessageId = 'webhooks.failure.change';
  const sending: WebhooksMessageId = 'webhooks.failure.send';

  return {
    rotate: ({ id }: WebhookAnswer): Promise<WebhookSecretAnswer | null> =>
      run(() => keyed(['rotate', id], (key) => rotateSecret(id, key)), change, null),
    remove: (webhook: WebhookAnswer) =>
      run(() => keyed(['remove', webhook.id], (key) => removeWebhook(webhook, key)), change, 'webhooks.deleted'),
    switchOn: (webhook: WebhookAnswer) =>
      run(
        () =>
          keyed(['on', webhook.id, webhook.revision], (idempotencyKey) =>
            editWebhook(webhook, { active: true }, { idempotencyKey, ifMatch: webhook.revision }),
          ),
        change,
        'webhooks.switched-on',
      ),
    test: ({ id }: WebhookAnswer) =>
      run(() => keyed(['test', id], (key) => testWebhook(id, key)), sending, 'webhooks.test.sent'),
    replay: ({ id }: WebhookAnswer, since: string | null) =>
      run(() => keyed(['replay', id, since], (key) => replayWebhook(id, since, key)), sending, 'webhooks.replay.begun'),
    redeliver: ({ id }: WebhookAnswer, delivery: Pick<DeliveryAnswer, 'id' | 'direction'>) =>
      run(
        () => keyed(['again', id, delivery.id], (key) => redeliver(id, delivery.id, key)),
        sending,
        delivery.direction === 'in' ? 'webhooks.redelivered.in' : 'webhooks.redelivered',
      ),
  };
}

import type { DeliveryAnswer, WebhookAnswer } from '@gos/contract';
import { Box, Stack, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { MomentText } from '../../entities/task/deadline-text';
import { SmallButton } from '../../ui/buttons';
import { Fact } from '../../ui/fact';
import pieces from '../../ui/pieces.module.css';
import classes from './deliveries.module.css';
import { DeliveryContent } from './delivery-content';
import { attemptText, deedsText, notesText } from './delivery-words';
import { useWebhookActions } from './use-webhook-actions';
import webhookClasses from './webhooks.module.css';
import { useWebhooksT } from './webhooks-texts';

function Effect({ effect }: { readonly effect: NonNullable<DeliveryAnswer['effect']> }) {
  const t = useWebhooksT();
  const { task } = effect;
  return (
    <Stack gap={2}>
      {task && (
        <span>
          {task.name === null ? (
            t('webhooks.effect.hidden', { id: task.id })
          ) : (
            <Link
              to="."
              search={(previous: object) => ({ ...previous, taskId: task.id })}
              className={pieces.plainLink}
              style={{ color: 'var(--gos-accent-text)' }}
            >
              #{task.id} {task.name}
            </Link>
          )}
          {effect.did.length > 0 && `: ${deedsText(t, effect)}`}
        </span>
      )}
      {effect.notes.length > 0 && <span>{notesText(t, effect)}</span>}
    </Stack>
  );
}

interface DeliveryDetailProps {
  readonly webhook: WebhookAnswer;
  /** As its row has it. */
  readonly delivery: DeliveryAnswer;
}

/** A delivery with its tries, what followed from it, what it holds and what was answered. */
export function DeliveryDetail({ webhook, delivery }: DeliveryDetailProps) {
  const t = useWebhooksT();
  const { redeliver } = useWebhookActions();
  const { direction, attempts, nextAttemptAt, effect } = delivery;
  return (
    <div className={classes.detail}>
      <dl className={webhookClasses.pairs}>
        {effect && (
          <Fact label={t('webhooks.effect')}>
            <Effect effect={effect} />
          </Fact>
        )}
        {attempts.length > 0 && (
          <Fact label={t('webhooks.attempts')}>
            <Box component="ul" mah={180} className={pieces.list} style={{ overflowY: 'auto' }}>
              {attempts.map((attempt) => (
                <li key={attempt.at}>
                  <MomentText at={attempt.at} /> · {attemptText(t, { direction, attempts: [attempt] })}
                </li>
              ))}
            </Box>
          </Fact>
        )}
        {nextAttemptAt && (
          <Fact label={t('webhooks.attempt.next')}>
            <MomentText at={nextAttemptAt} />
          </Fact>
        )}
        <Fact label={t('webhooks.delivery.id')}>
          <Text span inherit ff="monospace" fz={12.5}>
            {delivery.id}
          </Text>
        </Fact>
      </dl>
      {webhook.can.redeliver === true && delivery.status !== 'pending' && (
        <SmallButton
          variant="default"
          style={{ justifySelf: 'start' }}
          leftSection={<IconRefresh size={16} stroke={1.75} aria-hidden />}
          onClick={() => void redeliver(webhook, delivery)}
        >
          {t(direction === 'in' ? 'webhooks.redeliver.in' : 'webhooks.redeliver')}
        </SmallButton>
      )}
      <DeliveryContent webhookId={webhook.id} deliveryId={delivery.id} />
    </div>
  );
}

import type { DeliveryAnswer, WebhookAnswer } from '@gos/contract';
import { Skeleton } from '@mantine/core';
import { IconCopy, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { MomentText } from '../../entities/task/deadline-text';
import { SmallButton } from '../../ui/buttons';
import { Failed } from '../../ui/instead';
import { copyText } from './copy-text';
import classes from './deliveries.module.css';
import { attemptText, deedsText, notesText, prettyPayload } from './delivery-words';
import { useWebhookActions } from './use-webhook-actions';
import { deliveryQuery } from './webhooks.api';
import { useWebhooksT } from './webhooks-texts';

interface CodeProps {
  readonly label: string;
  readonly text: string;
}

/** A long text that scrolls by itself, by the keyboard too. */
const Code = ({ label, text }: CodeProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached
  <section className={classes.code} aria-label={label} tabIndex={0}>
    <pre>{text}</pre>
  </section>
);

function Effect({ effect }: { readonly effect: NonNullable<DeliveryAnswer['effect']> }) {
  const t = useWebhooksT();
  const { task } = effect;
  return (
    <>
      {task && (
        <span>
          {task.name === null ? (
            t('webhooks.effect.hidden', { id: task.id })
          ) : (
            <Link to="." search={(previous: object) => ({ ...previous, taskId: task.id })} className={classes.task}>
              #{task.id} {task.name}
            </Link>
          )}
          {effect.did.length > 0 && `: ${deedsText(t, effect)}`}
        </span>
      )}
      {effect.notes.length > 0 && <span className={classes.note}>{notesText(t, effect)}</span>}
    </>
  );
}

function Payload({ payload }: { readonly payload: string }) {
  const t = useWebhooksT();
  const pretty = prettyPayload(payload);
  return (
    <div>
      <div className={classes.partHead}>
        <h4>{t('webhooks.payload')}</h4>
        <SmallButton
          variant="subtle"
          color="gray"
          leftSection={<IconCopy size={14} aria-hidden />}
          onClick={() => void copyText(pretty, t('webhooks.payload.copied'), t('webhooks.payload.not-copied'))}
        >
          {t('webhooks.payload.copy')}
        </SmallButton>
      </div>
      <Code label={t('webhooks.payload')} text={pretty} />
    </div>
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
  const { data, isError, isFetching, refetch } = useQuery(deliveryQuery(webhook.id, delivery.id));
  const { direction, attempts, nextAttemptAt, effect } = delivery;
  const headers = Object.entries(data?.headers ?? {});
  return (
    <div className={classes.detail}>
      <dl className={classes.facts}>
        {effect && (
          <div>
            <dt>{t('webhooks.effect')}</dt>
            <dd className={classes.effect}>
              <Effect effect={effect} />
            </dd>
          </div>
        )}
        {attempts.length > 0 && (
          <div>
            <dt>{t('webhooks.attempts')}</dt>
            <dd>
              <ul className={classes.attempts}>
                {attempts.map((attempt) => (
                  <li key={attempt.at}>
                    <MomentText at={attempt.at} /> · {attemptText(t, { direction, attempts: [attempt] })}
                  </li>
                ))}
              </ul>
            </dd>
          </div>
        )}
        {nextAttemptAt && (
          <div>
            <dt>{t('webhooks.attempt.next')}</dt>
            <dd>
              <MomentText at={nextAttemptAt} />
            </dd>
          </div>
        )}
        <div>
          <dt>{t('webhooks.delivery.id')}</dt>
          <dd className={classes.id}>{delivery.id}</dd>
        </div>
      </dl>
      {webhook.can.redeliver === true && delivery.status !== 'pending' && (
        <SmallButton
          variant="default"
          className={classes.again}
          leftSection={<IconRefresh size={16} stroke={1.75} aria-hidden />}
          onClick={() => void redeliver(webhook, delivery)}
        >
          {t(direction === 'in' ? 'webhooks.redeliver.in' : 'webhooks.redeliver')}
        </SmallButton>
      )}
      {!data && !isError && <Skeleton height={120} />}
      {!data && isError && (
        <Failed text={t('webhooks.deliveries.error')} busy={isFetching} onRetry={() => void refetch()} />
      )}
      {data && (
        <>
          {data.payload === null ? (
            <p className={classes.none}>{t('webhooks.payload.none')}</p>
          ) : (
            <Payload payload={data.payload} />
          )}
          {headers.length > 0 && (
            <details className={classes.headers}>
              <summary>{t('webhooks.headers')}</summary>
              <Code
                label={t('webhooks.headers')}
                text={headers.map(([name, value]) => `${name}: ${value}`).join('\n')}
              />
            </details>
          )}
          {data.answer !== null && data.answer !== '' && (
            <div>
              <div className={classes.partHead}>
                <h4>{t('webhooks.answer')}</h4>
              </div>
              <Code label={t('webhooks.answer')} text={data.answer} />
            </div>
          )}
        </>
      )}
    </div>
  );
}

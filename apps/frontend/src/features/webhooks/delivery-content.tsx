import { Skeleton } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { SmallButton } from '../../ui/buttons';
import { copyText } from '../../ui/copy-text';
import { Failed } from '../../ui/empty-state';
import classes from './deliveries.module.css';
import { prettyPayload } from './delivery-words';
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

interface DeliveryContentProps {
  readonly webhookId: number;
  readonly deliveryId: string;
}

/** What a delivery holds and what was answered; asked for when it is opened. */
export function DeliveryContent({ webhookId, deliveryId }: DeliveryContentProps) {
  const t = useWebhooksT();
  const { data, isError, isFetching, refetch } = useQuery(deliveryQuery(webhookId, deliveryId));
  if (!data) {
    return isError ? (
      <Failed text={t('webhooks.deliveries.error')} busy={isFetching} onRetry={() => void refetch()} />
    ) : (
      <Skeleton height={120} />
    );
  }
  const headers = Object.entries(data.headers);
  return (
    <>
      {data.payload === null ? (
        <p className={classes.none}>{t('webhooks.payload.none')}</p>
      ) : (
        <Payload payload={data.payload} />
      )}
      {headers.length > 0 && (
        <details className={classes.headers}>
          <summary>{t('webhooks.headers')}</summary>
          <Code label={t('webhooks.headers')} text={headers.map(([name, value]) => `${name}: ${value}`).join('\n')} />
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
  );
}

import { Group, Skeleton, Text, Title } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { SmallButton } from '../../ui/buttons';
import { Card } from '../../ui/card';
import { copyText } from '../../ui/copy-text';
import { Failed } from '../../ui/empty-state';
import classes from './deliveries.module.css';
import { prettyPayload } from './delivery-words';
import { deliveryQuery } from './webhooks.api';
import webhookClasses from './webhooks.module.css';
import { useWebhooksT } from './webhooks-texts';

const PartTitle = Title.withProps({ order: 4, fz: 13, fw: 600, lh: 'inherit' });

interface CodeProps {
  readonly label: string;
  readonly text: string;
}

/** A long text that scrolls by itself, by the keyboard too. */
const Code = ({ label, text }: CodeProps) => (
  <Card
    component="section"
    radius={8}
    mah={320}
    p="10px 12px"
    style={{ overflow: 'auto' }}
    aria-label={label}
    tabIndex={0}
  >
    <pre className={classes.code}>{text}</pre>
  </Card>
);

function Payload({ payload }: { readonly payload: string }) {
  const t = useWebhooksT();
  const pretty = prettyPayload(payload);
  return (
    <div>
      <Group justify="space-between" gap={8} mih={30}>
        <PartTitle>{t('webhooks.payload')}</PartTitle>
        <SmallButton
          variant="subtle"
          color="gray"
          leftSection={<IconCopy size={14} aria-hidden />}
          onClick={() => void copyText(pretty, t('webhooks.payload.copied'), t('webhooks.payload.not-copied'))}
        >
          {t('webhooks.payload.copy')}
        </SmallButton>
      </Group>
      <Code label={t('webhooks.payload')} text={pretty} />
    </div>
  );
}

interface DeliveryContentProps {
  readonly webhookId: number;
  readonly deliveryId: string;
}

/** Shows the request and the response of a delivery; they load when it opens. */
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
        <Text inherit c="dimmed">
          {t('webhooks.payload.none')}
        </Text>
      ) : (
        <Payload payload={data.payload} />
      )}
      {headers.length > 0 && (
        <details className={webhookClasses.details}>
          <summary style={{ marginBottom: 6 }}>{t('webhooks.headers')}</summary>
          <Code label={t('webhooks.headers')} text={headers.map(([name, value]) => `${name}: ${value}`).join('\n')} />
        </details>
      )}
      {data.answer !== null && data.answer !== '' && (
        <div>
          <PartTitle lh="30px">{t('webhooks.answer')}</PartTitle>
          <Code label={t('webhooks.answer')} text={data.answer} />
        </div>
      )}
    </>
  );
}

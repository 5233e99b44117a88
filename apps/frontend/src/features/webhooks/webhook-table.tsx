import type { WebhookAnswer } from '@gos/contract';
import { Group, Table } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { MomentText } from '../../entities/task/deadline-text';
import pieces from '../../ui/pieces.module.css';
import { PlainTable } from '../../ui/table';
import { Address } from './address';
import { CopyButton } from './copy-button';
import { StatusMark } from './delivery-row';
import classes from './webhooks.module.css';
import { useWebhooksT } from './webhooks-texts';

function LastDelivery({ webhook: { lastDelivery, refusedAt } }: { readonly webhook: WebhookAnswer }) {
  const t = useWebhooksT();
  const isRefused = refusedAt !== null && refusedAt > (lastDelivery?.at ?? '');
  const last = isRefused ? { at: refusedAt, status: 'failed' as const } : lastDelivery;
  if (!last) return <span className={pieces.nothing}>{t('webhooks.last.none')}</span>;
  return (
    <Group component="span" display="inline-flex" wrap="nowrap" gap={10} style={{ whiteSpace: 'nowrap' }}>
      <StatusMark status={last.status} text={isRefused ? t('webhooks.refused') : undefined} />
      <span className={pieces.nothing}>
        <MomentText at={last.at} />
      </span>
    </Group>
  );
}

export function CopyUrl({ name, url }: Pick<WebhookAnswer, 'name' | 'url'>) {
  const t = useWebhooksT();
  return (
    <CopyButton
      label={t('webhooks.url.copy', { name })}
      text={url}
      done="webhooks.url.copied"
      failed="webhooks.url.not-copied"
    />
  );
}

function Row({ webhook }: { readonly webhook: WebhookAnswer }) {
  const t = useWebhooksT();
  const { id, projectId, name, url, targetUrl, backlogBoardName, doneBoardName, active } = webhook;
  return (
    <Table.Tr className={classes.row} data-inactive={!active || undefined}>
      <Table.Th scope="row" fw={550}>
        <Group component="span" wrap="nowrap" gap={8} miw={0}>
          <Link
            to="/tasks/project/$projectId/webhooks"
            params={{ projectId }}
            search={{ webhook: id }}
            className={`${pieces.word} ${pieces.plainLink}`}
            title={name}
          >
            {name}
          </Link>
          {!active && <span className={pieces.badge}>{t('webhooks.off')}</span>}
        </Group>
      </Table.Th>
      <Table.Td data-label={t('webhooks.url')}>
        <Address url={url}>
          <CopyUrl name={name} url={url} />
        </Address>
      </Table.Td>
      <Table.Td data-label={t('webhooks.target')}>
        {targetUrl === null ? (
          <span className={pieces.nothing}>{t('webhooks.target.none')}</span>
        ) : (
          <Address url={targetUrl} />
        )}
      </Table.Td>
      <Table.Td data-label={t('webhooks.boards')}>
        {backlogBoardName === null && doneBoardName === null ? (
          <span className={pieces.nothing}>–</span>
        ) : (
          <Group
            component="span"
            wrap="nowrap"
            gap={5}
            title={[backlogBoardName, doneBoardName].filter(Boolean).join(' → ')}
          >
            <span className={pieces.word}>{backlogBoardName ?? '–'}</span>
            <IconArrowRight size={13} stroke={1.75} color="var(--gos-muted)" style={{ flex: 'none' }} aria-hidden />
            <span className={pieces.word}>{doneBoardName ?? '–'}</span>
          </Group>
        )}
      </Table.Td>
      <Table.Td data-label={t('webhooks.last')}>
        <LastDelivery webhook={webhook} />
      </Table.Td>
    </Table.Tr>
  );
}

/** The project's webhooks with how the last delivery of each went. */
export function WebhookTable({ webhooks }: { readonly webhooks: readonly WebhookAnswer[] }) {
  const t = useWebhooksT();
  return (
    <PlainTable stacked verticalSpacing={6} layout="fixed" aria-label={t('project.tab.webhooks')}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th w={240}>{t('webhooks.name')}</Table.Th>
          <Table.Th>{t('webhooks.url')}</Table.Th>
          <Table.Th>{t('webhooks.target')}</Table.Th>
          <Table.Th w={200}>{t('webhooks.boards')}</Table.Th>
          <Table.Th w={210}>{t('webhooks.last')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {webhooks.map((webhook) => (
          <Row key={webhook.id} webhook={webhook} />
        ))}
      </Table.Tbody>
    </PlainTable>
  );
}

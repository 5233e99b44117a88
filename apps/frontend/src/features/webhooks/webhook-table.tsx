import type { WebhookAnswer } from '@gos/contract';
import { Table } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { MomentText } from '../../entities/task/deadline-text';
import pieces from '../../ui/pieces.module.css';
import { PlainTable } from '../../ui/table';
import { CopyButton } from './copy-button';
import { StatusMark } from './delivery-row';
import classes from './webhooks.module.css';
import { useWebhooksT } from './webhooks-texts';

/** Its end says more. */
const withoutProtocol = (url: string) => url.replace(/^https?:\/\//, '');

function LastDelivery({ webhook: { lastDelivery, refusedAt } }: { readonly webhook: WebhookAnswer }) {
  const t = useWebhooksT();
  const isRefused = refusedAt !== null && refusedAt > (lastDelivery?.at ?? '');
  const last = isRefused ? { at: refusedAt, status: 'failed' as const } : lastDelivery;
  if (!last) return <span className={classes.muted}>{t('webhooks.last.none')}</span>;
  return (
    <span className={classes.last}>
      <StatusMark status={last.status} text={isRefused ? t('webhooks.refused') : undefined} />
      <span className={classes.muted}>
        <MomentText at={last.at} />
      </span>
    </span>
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
      <Table.Th scope="row" className={classes.name}>
        <span className={classes.nameLine}>
          <Link
            to="/tasks/project/$projectId/webhooks"
            params={{ projectId }}
            search={{ webhook: id }}
            className={classes.link}
            title={name}
          >
            {name}
          </Link>
          {!active && <span className={pieces.badge}>{t('webhooks.off')}</span>}
        </span>
      </Table.Th>
      <Table.Td className={classes.address} data-label={t('webhooks.url')}>
        <span className={classes.addressLine}>
          <span className={classes.code} title={url}>
            {withoutProtocol(url)}
          </span>
          <CopyUrl name={name} url={url} />
        </span>
      </Table.Td>
      <Table.Td className={classes.address} data-label={t('webhooks.target')}>
        {targetUrl === null ? (
          <span className={classes.muted}>{t('webhooks.target.none')}</span>
        ) : (
          <span className={classes.code} title={targetUrl}>
            {withoutProtocol(targetUrl)}
          </span>
        )}
      </Table.Td>
      <Table.Td className={classes.boards} data-label={t('webhooks.boards')}>
        {backlogBoardName === null && doneBoardName === null ? (
          <span className={classes.muted}>–</span>
        ) : (
          <span className={classes.boardLine} title={[backlogBoardName, doneBoardName].filter(Boolean).join(' → ')}>
            <span className={pieces.word}>{backlogBoardName ?? '–'}</span>
            <IconArrowRight size={13} stroke={1.75} aria-hidden />
            <span className={pieces.word}>{doneBoardName ?? '–'}</span>
          </span>
        )}
      </Table.Td>
      <Table.Td className={classes.lastCell} data-label={t('webhooks.last')}>
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
          <Table.Th className={classes.name}>{t('webhooks.name')}</Table.Th>
          <Table.Th>{t('webhooks.url')}</Table.Th>
          <Table.Th>{t('webhooks.target')}</Table.Th>
          <Table.Th className={classes.boards}>{t('webhooks.boards')}</Table.Th>
          <Table.Th className={classes.lastCell}>{t('webhooks.last')}</Table.Th>
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

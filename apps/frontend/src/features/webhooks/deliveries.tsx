import type { WebhookAnswer } from '@gos/contract';
import { Skeleton, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Choice } from '../../ui/choice';
import { EmptyState, Failed } from '../../ui/empty-state';
import { LazyChoiceMenu } from '../../ui/lazy-menus';
import type { TriggerButton } from '../../ui/lazy-popup';
import { Pager } from '../../ui/pager';
import pieces from '../../ui/pieces.module.css';
import { FilterChip, Toolbar } from '../../ui/toolbar';
import { usePages } from '../../ui/use-pages';
import { DeliveryRow } from './delivery-row';
import { directionMessages, directions, statuses, statusMessages } from './delivery-words';
import { deliveriesQuery } from './webhooks.api';
import type { WebhooksSearch } from './webhooks-search';
import { useWebhooksT } from './webhooks-texts';

const pageSize = 25;

interface DeliveriesProps {
  readonly webhook: WebhookAnswer;
  readonly search: WebhooksSearch;
}

function Filters({ webhook, search: { direction, status } }: DeliveriesProps) {
  const t = useWebhooksT();
  const navigate = useNavigate({ from: '/tasks/project/$projectId/webhooks' });
  const filter = (part: WebhooksSearch) =>
    void navigate({
      search: (before) => ({ ...before, ...part, webhook: webhook.id, page: undefined }),
      replace: true,
    });
  const button: TriggerButton = (props) => (
    <FilterChip {...props} label={t('webhooks.status')} chosen={status ? t(statusMessages[status]) : []} />
  );
  return (
    <Toolbar label={t('webhooks.deliveries')}>
      <Choice
        label={t('webhooks.direction')}
        values={['all', ...directions]}
        value={direction ?? 'all'}
        text={(one) => t(one === 'all' ? 'webhooks.direction.all' : directionMessages[one])}
        onChange={(one) => filter({ direction: one === 'all' ? undefined : one })}
      />
      <LazyChoiceMenu
        button={button}
        options={[
          { value: '', content: t('webhooks.status.all') },
          ...statuses.map((value) => ({ value, content: t(statusMessages[value]) })),
        ]}
        chosen={status ?? ''}
        onChange={(chosen) => filter({ status: statuses.find((one) => one === chosen) })}
      />
    </Toolbar>
  );
}

/** All that came in and was sent, the latest first. */
export function Deliveries({ webhook, search }: DeliveriesProps) {
  const t = useWebhooksT();
  const navigate = useNavigate({ from: '/tasks/project/$projectId/webhooks' });
  const { direction, status, page = 1 } = search;
  const [open, setOpen] = useState<string | null>(null);
  const query = useQuery(deliveriesQuery(webhook.id, { page, pageSize, direction, status }));
  const { data, isError, isFetching, refetch } = query;
  const pages = usePages(page, pageSize, query);
  const filtered = direction !== undefined || status !== undefined;
  const empty = webhook.can.test === true ? 'webhooks.deliveries.empty' : 'webhooks.deliveries.empty.in';
  return (
    <section aria-label={t('webhooks.deliveries')}>
      <Title order={3} fz={14} fw={600} lh="inherit" m="8px 0 4px">
        {t('webhooks.deliveries')}
      </Title>
      {(filtered || (data?.total ?? 0) > 0) && <Filters webhook={webhook} search={search} />}
      {!data && isError && (
        <Failed text={t('webhooks.deliveries.error')} busy={isFetching} onRetry={() => void refetch()} />
      )}
      {!data && !isError && [0, 1, 2, 3].map((row) => <Skeleton key={row} height={20} mt={16} />)}
      {data?.total === 0 && (
        <EmptyState>
          <p>{t(filtered ? 'webhooks.deliveries.empty.filtered' : empty)}</p>
        </EmptyState>
      )}
      {data && data.items.length > 0 && (
        <ul className={pieces.list}>
          {data.items.map((delivery) => (
            <DeliveryRow
              key={delivery.id}
              webhook={webhook}
              delivery={delivery}
              open={open === delivery.id}
              onToggle={() => setOpen(open === delivery.id ? null : delivery.id)}
            />
          ))}
        </ul>
      )}
      <Pager
        page={page}
        pages={pages}
        onPage={(next) => void navigate({ search: (before) => ({ ...before, page: next > 1 ? next : undefined }) })}
      />
    </section>
  );
}

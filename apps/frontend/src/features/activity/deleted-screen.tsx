import { deletedKinds } from '@gos/domain';
import { Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { PersonFilter } from '../../entities/user/person-filter';
import { SmallButton } from '../../ui/buttons';
import { EmptyState, Failed } from '../../ui/empty-state';
import { FilterMenu } from '../../ui/list-filters';
import { Pager } from '../../ui/pager';
import pieces from '../../ui/pieces.module.css';
import { Screen, ScreenHead } from '../../ui/screen';
import { showProblem, showToast } from '../../ui/toast';
import { Toolbar } from '../../ui/toolbar';
import { usePages } from '../../ui/use-pages';
import { ActivityTexts, useActivityT } from './activity-texts';
import {
  type DeletedAddress,
  deletedPageSize,
  deletedQuery,
  restoreDeleted,
  validateDeletedAddress,
} from './deleted.api';
import { DeletedRow } from './deleted-row';
import { refreshUndone } from './own-actions.api';

interface FiltersProps {
  readonly address: DeletedAddress;
  readonly onChange: (part: DeletedAddress) => void;
}

function DeletedFilters({ address: { kinds = [], by }, onChange }: FiltersProps) {
  const t = useActivityT();
  const name = (one: string) => t(`activity.deleted.kind.${one as (typeof deletedKinds)[number]}`);
  return (
    <Toolbar label={t('task.filter.toolbar')}>
      <FilterMenu
        label={t('activity.kind')}
        values={deletedKinds}
        chosen={kinds}
        nameOf={name}
        render={name}
        onChange={(next) =>
          onChange({ kinds: next.length > 0 ? deletedKinds.filter((one) => next.includes(one)) : undefined })
        }
      />
      <PersonFilter
        label={t('activity.deleted.by-filter')}
        any={t('activity.by.any')}
        person={by}
        onChange={(next) => onChange({ by: next })}
      />
    </Toolbar>
  );
}

function Deleted() {
  const t = useActivityT();
  const client = useQueryClient();
  const navigate = useNavigate();
  const address = useSearch({ strict: false, select: (all) => validateDeletedAddress(all as Record<string, unknown>) });
  const found = useQuery(deletedQuery(address));
  const [busy, setBusy] = useState<string | null>(null);
  const { page = 1, kinds, by } = address;
  const pages = usePages(page, deletedPageSize, found);
  const isFiltered = kinds !== undefined || by !== undefined;
  const items = found.data?.items;
  const total = found.data?.total;
  const change = (part: DeletedAddress) =>
    void navigate({ to: '.', search: (previous: object) => ({ ...previous, page: undefined, ...part }) });

  async function restore(eventId: string, name: string) {
    setBusy(eventId);
    try {
      await restoreDeleted(eventId);
      showToast({ message: t('activity.deleted.restored', { name }) });
    } catch (error) {
      showProblem(error);
    }
    refreshUndone(client);
    await found.refetch();
    setBusy(null);
  }

  return (
    <Screen>
      <ScreenHead title={t('nav.deleted')} count={total ?? null} />
      <DeletedFilters address={address} onChange={change} />
      {found.isError && items === undefined ? (
        <Failed text={t('activity.deleted.failure')} busy={found.isFetching} onRetry={() => void found.refetch()} />
      ) : items === undefined ? (
        <Skeleton height={160} radius={6} m={20} />
      ) : items.length === 0 ? (
        <EmptyState>
          <p>{t(isFiltered ? 'activity.deleted.empty.filtered' : 'activity.deleted.empty')}</p>
          {isFiltered && (
            <SmallButton variant="default" onClick={() => change({ kinds: undefined, by: undefined })}>
              {t('task.filter.clear-all')}
            </SmallButton>
          )}
        </EmptyState>
      ) : (
        <ul className={pieces.list} aria-label={t('nav.deleted')} aria-busy={found.isFetching}>
          {items.map((thing) => (
            <DeletedRow
              key={thing.eventId}
              thing={thing}
              isBusy={busy === thing.eventId}
              onRestore={(name) => void restore(thing.eventId, name)}
            />
          ))}
        </ul>
      )}
      <Pager page={page} pages={pages} onPage={(next) => change({ page: next })} />
    </Screen>
  );
}

/** Everything that is deleted and that the reader deleted or may restore. */
export const DeletedScreen = () => (
  <ActivityTexts>
    <Deleted />
  </ActivityTexts>
);

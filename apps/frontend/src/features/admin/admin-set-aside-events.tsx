import type { AdminSetAsideEvent } from '@gos/contract';
import { Button, Group } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { MomentText } from '../../entities/task/deadline-text';
import { FailedLine } from '../../ui/empty-state';
import { LazyAskDialog } from '../../ui/lazy-dialogs';
import { Pager } from '../../ui/pager';
import pieces from '../../ui/pieces.module.css';
import { showProblem, showToast } from '../../ui/toast';
import {
  actOnSetAsideEvents,
  adminKeys,
  listPageSize,
  type SetAsideEventAction,
  setAsideEventsQuery,
} from './admin.api';
import classes from './admin.module.css';
import { AdminSection, Entry, Note } from './admin-section';
import { useAdminT } from './admin-texts';
import { useFollowerName } from './queue-names';

function useAction() {
  const t = useAdminT();
  const client = useQueryClient();
  return useMutation({
    mutationFn: actOnSetAsideEvents,
    onSuccess: ({ count }, { action }: SetAsideEventAction) =>
      showToast({
        message: t(action === 'retrySetAside' ? 'admin.events.retried' : 'admin.events.dismissed', { count }),
      }),
    onError: (error) => showProblem(error),
    onSettled: () => void client.invalidateQueries({ queryKey: adminKeys.all }),
  });
}

/** Events that followers of the log could not handle and went past: which, since when and why, with retry and dismiss. */
export function SetAsideEvents() {
  const t = useAdminT();
  const nameOf = useFollowerName();
  const [asked, setPage] = useState(1);
  const [dismissing, setDismissing] = useState<AdminSetAsideEvent | null>(null);
  const { data, isPlaceholderData, isError, isFetching, refetch } = useQuery(setAsideEventsQuery(asked));
  const { mutate, isPending } = useAction();
  const page = data === undefined || isPlaceholderData ? asked : data.page;
  return (
    <AdminSection
      id="admin-events"
      title={t('admin.events')}
      whole
      action={
        <Button
          variant="default"
          size="xs"
          disabled={isPending}
          onClick={() => mutate({ action: 'retrySetAside', ids: null })}
        >
          {t('admin.events.retry-all')}
        </Button>
      }
    >
      <Note>{t('admin.events.note')}</Note>
      {isError && <FailedLine text={t('admin.events.error')} busy={isFetching} onRetry={() => void refetch()} />}
      <ul className={pieces.list}>
        {data?.items.map((one) => {
          const { id, follower, subject, type, stream, revision, reason, at, tries } = one;
          const name = `${nameOf(follower)}: ${type} ${subject ?? stream}`;
          return (
            <Entry
              key={id}
              title={name}
              about={
                <>
                  {t('admin.events.place', { revision, stream })} · <MomentText at={at} /> ·{' '}
                  {t('admin.events.tries', { count: tries })}
                </>
              }
            >
              <span>{reason}</span>
              <Group component="span" gap={8} className={classes.actions}>
                <Button
                  size="compact-xs"
                  variant="default"
                  disabled={isPending}
                  aria-label={t('admin.events.retry-one', { name })}
                  onClick={() => mutate({ action: 'retrySetAside', ids: [id] })}
                >
                  {t('admin.events.retry')}
                </Button>
                <Button
                  size="compact-xs"
                  variant="default"
                  disabled={isPending}
                  aria-label={t('admin.events.dismiss-one', { name })}
                  onClick={() => setDismissing(one)}
                >
                  {t('admin.events.dismiss')}
                </Button>
              </Group>
            </Entry>
          );
        })}
      </ul>
      <Pager page={page} pages={Math.ceil((data?.total ?? 0) / listPageSize)} onPage={setPage} />
      {dismissing !== null && (
        <LazyAskDialog
          title={t('admin.events.confirm-title')}
          text={t('admin.events.confirm-text', { follower: nameOf(dismissing.follower) })}
          answer={t('admin.events.dismiss')}
          onAnswer={() => {
            mutate({ action: 'dismissSetAside', ids: [dismissing.id] });
            setDismissing(null);
          }}
          onClose={() => setDismissing(null)}
        />
      )}
    </AdminSection>
  );
}

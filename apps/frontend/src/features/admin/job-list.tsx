import type { AdminJob, JobState } from '@gos/contract';
import { Button, Group, Skeleton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { FailedLine } from '../../ui/empty-state';
import { LazyAskDialog } from '../../ui/lazy-dialogs';
import { Pager } from '../../ui/pager';
import pieces from '../../ui/pieces.module.css';
import { showProblem, showToast } from '../../ui/toast';
import { actOnFailedJobs, actOnJob, adminKeys, jobsQuery, listPageSize } from './admin.api';
import classes from './admin.module.css';
import { useAdminT } from './admin-texts';
import { JobRow } from './job-row';

/** Actions on one job and on failed jobs. Their buttons do not wait until the lists are read again. */
function useActions(queue: string, onDone: () => void) {
  const t = useAdminT();
  const client = useQueryClient();
  const settled = {
    onError: (error: unknown) => showProblem(error),
    onSettled: () => void client.invalidateQueries({ queryKey: adminKeys.all }),
  };
  const tell = (isRemoval: boolean, count: number) => {
    onDone();
    showToast({ message: t(isRemoval ? 'admin.dead.removed' : 'admin.dead.retried', { count }) });
  };
  const one = useMutation({
    mutationFn: (action: Parameters<typeof actOnJob>[1]) => actOnJob(queue, action),
    onSuccess: (_, { action }) => tell(action === 'removeJob', 1),
    ...settled,
  });
  const many = useMutation({
    mutationFn: (action: Parameters<typeof actOnFailedJobs>[1]) => actOnFailedJobs(queue, action),
    onSuccess: ({ count }, { action }) => tell(action === 'remove', count),
    ...settled,
  });
  return { one: one.mutate, many: many.mutate, isPending: one.isPending || many.isPending };
}

interface BulkProps {
  readonly jobs: readonly AdminJob[];
  readonly selected: readonly string[];
  readonly busy: boolean;
  readonly onChoose: (ids: readonly string[]) => void;
  /** null is all of the queue */
  readonly onRetry: (ids: readonly string[] | null) => void;
  readonly onRemove: () => void;
}

/** The actions on several failed jobs. */
function Bulk({ jobs, selected, busy, onChoose, onRetry, onRemove }: BulkProps) {
  const t = useAdminT();
  const allBox = useRef<HTMLInputElement>(null);
  const isAll = jobs.length > 0 && selected.length === jobs.length;
  const count = selected.length;
  useEffect(() => {
    if (allBox.current) allBox.current.indeterminate = count > 0 && !isAll;
  });
  return (
    <Group justify="space-between" gap="8px 16px" p="4px 0 8px">
      <label className={classes.all}>
        <input
          ref={allBox}
          type="checkbox"
          checked={isAll}
          onChange={() => onChoose(isAll ? [] : jobs.map(({ id }) => id))}
        />
        {t('admin.dead.select-all')}
      </label>
      <Group component="span" gap={8} className={classes.actions}>
        <Button size="xs" disabled={count === 0 || busy} onClick={() => onRetry(selected)}>
          {t('admin.dead.retry', { count })}
        </Button>
        <Button size="xs" variant="default" disabled={count === 0 || busy} onClick={onRemove}>
          {t('admin.dead.remove', { count })}
        </Button>
        <Button size="xs" variant="default" disabled={busy} onClick={() => onRetry(null)}>
          {t('admin.dead.retry-all')}
        </Button>
      </Group>
    </Group>
  );
}

interface JobListProps {
  readonly queue: string;
  readonly state: JobState;
  readonly asked: number;
  readonly onPage: (page: number) => void;
}

/** A page of the jobs of a queue in a state. */
export function JobList({ queue, state, asked, onPage }: JobListProps) {
  const t = useAdminT();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [removing, setRemoving] = useState<readonly string[] | null>(null);
  const { data, isPlaceholderData, isError, isFetching, refetch } = useQuery(jobsQuery(queue, state, asked));
  const { one, many, isPending } = useActions(queue, () => setChosen(new Set()));
  const jobs = data?.items ?? [];
  const page = data === undefined || isPlaceholderData ? asked : data.page;
  // Jobs that left the list meanwhile are not chosen any more.
  const selected = jobs.filter(({ id }) => chosen.has(id)).map(({ id }) => id);

  function choose(id: string, isChosen: boolean) {
    const others = [...chosen].filter((other) => other !== id);
    setChosen(new Set(isChosen ? [...others, id] : others));
  }

  function remove(ids: readonly string[]) {
    setRemoving(null);
    if (ids.length === 1) one({ action: 'removeJob', job: ids[0]! });
    else many({ action: 'remove', ids });
  }

  return (
    <>
      {isError && <FailedLine text={t('admin.jobs.error')} busy={isFetching} onRetry={() => void refetch()} />}
      {!data && !isError && [0, 1, 2].map((row) => <Skeleton key={row} height={20} mt={12} />)}
      {data?.total === 0 && <p className={pieces.nothing}>{t(`admin.jobs.none.${state}`)}</p>}
      {state === 'failed' && jobs.length > 0 && (
        <Bulk
          jobs={jobs}
          selected={selected}
          busy={isPending}
          onChoose={(ids) => setChosen(new Set(ids))}
          onRetry={(ids) => many({ action: 'retry', ids })}
          onRemove={() => setRemoving(selected)}
        />
      )}
      <ul className={pieces.list}>
        {jobs.map((job) => (
          <JobRow
            key={job.id}
            job={job}
            busy={isPending}
            onRetry={() => one({ action: 'retryJob', job: job.id })}
            onRemove={() => setRemoving([job.id])}
          >
            {state === 'failed' && (
              <label className={classes.box}>
                <input
                  type="checkbox"
                  aria-label={t('admin.dead.select', { id: job.id })}
                  checked={chosen.has(job.id)}
                  onChange={({ currentTarget: { checked } }) => choose(job.id, checked)}
                />
              </label>
            )}
          </JobRow>
        ))}
      </ul>
      <Pager page={page} pages={Math.ceil((data?.total ?? 0) / listPageSize)} onPage={onPage} />
      {removing !== null && (
        <LazyAskDialog
          title={t('admin.dead.confirm-title', { count: removing.length })}
          text={t('admin.dead.confirm-text', { count: removing.length })}
          answer={t('admin.dead.remove', { count: removing.length })}
          onAnswer={() => remove(removing)}
          onClose={() => setRemoving(null)}
        />
      )}
    </>
  );
}

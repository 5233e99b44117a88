import { Button, CloseButton, Skeleton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { MomentText } from '../../entities/task/deadline-text';
import { FailedLine } from '../../ui/instead';
import { LazyAskDialog } from '../../ui/lazy-dialogs';
import { Pager } from '../../ui/pager';
import { showProblem, showToast } from '../../ui/toast';
import { actOnDeadLetters, adminKeys, type DeadLetterAction, deadLettersQuery, deadPageSize } from './admin.api';
import classes from './admin.module.css';
import { useAdminT } from './admin-texts';

function useAction(queue: string, onDone: () => void) {
  const t = useAdminT();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (action: DeadLetterAction) => actOnDeadLetters(queue, action),
    onSuccess: ({ count }, { action }) => {
      onDone();
      showToast({ message: t(action === 'retry' ? 'admin.dead.retried' : 'admin.dead.removed', { count }) });
    },
    onError: (error) => showProblem(error),
    // The action has ended with its answer: buttons do not wait for what is only read again.
    onSettled: () => void client.invalidateQueries({ queryKey: adminKeys.all }),
  });
}

/** Jobs of a queue that failed for good: why, and what is to become of them. */
export function DeadLetters({ queue, onClose }: { readonly queue: string; readonly onClose: () => void }) {
  const t = useAdminT();
  const [asked, setPage] = useState(1);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [removing, setRemoving] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const { data, isPlaceholderData, isError, isFetching, refetch } = useQuery(deadLettersQuery(queue, asked));
  const action = useAction(queue, () => setChosen(new Set()));
  const letters = data?.items ?? [];
  const page = data === undefined || isPlaceholderData ? asked : data.page;
  const pages = Math.ceil((data?.total ?? 0) / deadPageSize);
  // What ran again or was removed meanwhile is chosen no more.
  const selected = letters.filter(({ id }) => chosen.has(id)).map(({ id }) => id);
  const isAll = letters.length > 0 && selected.length === letters.length;

  const allBox = useRef<HTMLInputElement>(null);

  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'start' });
  }, []);
  useEffect(() => {
    if (allBox.current) allBox.current.indeterminate = selected.length > 0 && !isAll;
  });

  function choose(id: string, isChosen: boolean) {
    const next = new Set(chosen);
    if (isChosen) next.add(id);
    else next.delete(id);
    setChosen(next);
  }

  return (
    <section className={`${classes.section} ${classes.whole}`} aria-labelledby="admin-dead">
      <div className={classes.sectionHead}>
        <h2 id="admin-dead" ref={heading} tabIndex={-1} className={classes.heading}>
          {t('admin.dead', { queue })}
        </h2>
        <CloseButton aria-label={t('admin.dead.close')} onClick={onClose} />
      </div>
      {isError && <FailedLine text={t('admin.dead.error')} busy={isFetching} onRetry={() => void refetch()} />}
      {!data && !isError && [0, 1, 2].map((row) => <Skeleton key={row} height={20} mt={12} />)}
      {data?.total === 0 && <p className={classes.quiet}>{t('admin.dead.none')}</p>}
      {letters.length > 0 && (
        <>
          <div className={classes.bulk}>
            <label className={classes.all}>
              <input
                ref={allBox}
                type="checkbox"
                checked={isAll}
                onChange={() => setChosen(new Set(isAll ? [] : letters.map(({ id }) => id)))}
              />
              {t('admin.dead.select-all')}
            </label>
            <span className={classes.bulkActions}>
              <Button
                size="xs"
                disabled={selected.length === 0 || action.isPending}
                onClick={() => action.mutate({ action: 'retry', ids: selected })}
              >
                {t('admin.dead.retry', { count: selected.length })}
              </Button>
              <Button
                size="xs"
                variant="default"
                disabled={selected.length === 0 || action.isPending}
                onClick={() => setRemoving(true)}
              >
                {t('admin.dead.remove', { count: selected.length })}
              </Button>
              <Button
                size="xs"
                variant="default"
                disabled={action.isPending}
                onClick={() => action.mutate({ action: 'retry', ids: null })}
              >
                {t('admin.dead.retry-all')}
              </Button>
            </span>
          </div>
          <ul className={classes.letters}>
            {letters.map(({ id, reason, attempts, failedAt, data: content }) => (
              <li key={id}>
                <label className={classes.box}>
                  <input
                    type="checkbox"
                    aria-label={t('admin.dead.select', { id })}
                    checked={chosen.has(id)}
                    onChange={({ currentTarget: { checked } }) => choose(id, checked)}
                  />
                </label>
                <div className={classes.letter}>
                  <span className={classes.letterHead}>
                    <span className={classes.host}>{id}</span>
                    <span className={classes.quiet}>
                      <MomentText at={failedAt} /> · {t('admin.dead.attempts', { count: attempts })}
                    </span>
                  </span>
                  <span className={classes.reason}>{reason}</span>
                  <details className={classes.data}>
                    <summary>{t('admin.dead.data')}</summary>
                    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys */}
                    <pre tabIndex={0}>{JSON.stringify(content, null, 2)}</pre>
                  </details>
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
      <Pager page={page} pages={pages} onPage={setPage} />
      {removing && (
        <LazyAskDialog
          title={t('admin.dead.confirm-title')}
          text={t('admin.dead.confirm-text', { count: selected.length })}
          answer={t('admin.dead.remove', { count: selected.length })}
          onAnswer={() => {
            setRemoving(false);
            action.mutate({ action: 'remove', ids: selected });
          }}
          onClose={() => setRemoving(false)}
        />
      )}
    </section>
  );
}

import { Skeleton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { WorkTexts } from '../../entities/work/work-texts';
import { AskDialog } from '../../ui/ask-dialog';
import { Dialog } from '../../ui/dialog';
import { FailedLine } from '../../ui/empty-state';
import { showProblem } from '../../ui/toast';
import { activityKeys } from './activity.api';
import type { ActivityAddress } from './activity-address';
import { useActivityT } from './activity-texts';
import { refreshUndone } from './own-actions.api';
import { RangeChoice, spanOf } from './range-choice';
import { RangeProgress, RangeReport } from './range-report';
import { lastRangeQuery, type Span, startRange } from './undo-range.api';

interface UndoRangeDialogProps {
  readonly address: ActivityAddress;
  readonly onClose: () => void;
}

/** Undoes the actions that match the filters between two moments: choice with preview, confirmation, progress and report. */
export function UndoRangeDialog({ address, onClose }: UndoRangeDialogProps) {
  const t = useActivityT();
  const client = useQueryClient();
  const [typed, setTyped] = useState(() => spanOf(address));
  const [asked, setAsked] = useState<{ readonly span: Span; readonly count: number } | null>(null);
  /** The range that was seen running here, whose report is shown. */
  const [seen, setSeen] = useState<string | null>(null);
  const { data: last, isError, isFetching, refetch } = useQuery(lastRangeQuery);
  const start = useMutation({
    mutationFn: ({ span }: { readonly span: Span }) => startRange(address, span),
    onSuccess(begun) {
      client.setQueryData(lastRangeQuery.queryKey, begun);
      setSeen(begun?.id ?? null);
      setAsked(null);
    },
    onError(error) {
      setAsked(null);
      showProblem(error);
    },
  });
  const running = last?.endedAt === null ? last.id : null;
  const hasEnded = last !== null && last !== undefined && last.id === seen && running === null;

  useEffect(() => {
    if (running !== null) setSeen(running);
  }, [running]);
  useEffect(() => {
    if (!hasEnded) return;
    refreshUndone(client);
    void client.invalidateQueries({ queryKey: activityKeys.all });
  }, [hasEnded, client]);

  if (asked !== null) {
    return (
      <AskDialog
        title={t('activity.undo.ask', { count: asked.count })}
        text={t('activity.undo.ask.about')}
        answer={t('activity.undo.start', { count: asked.count })}
        busy={start.isPending}
        onAnswer={() => start.mutate(asked)}
        onClose={() => setAsked(null)}
      />
    );
  }
  return (
    <Dialog title={t('activity.undo')} onClose={onClose} size={620}>
      {isError && last === undefined ? (
        <FailedLine text={t('activity.undo.failure')} busy={isFetching} onRetry={() => void refetch()} />
      ) : last === undefined ? (
        <Skeleton height={160} radius={6} />
      ) : last !== null && running !== null ? (
        <RangeProgress range={last} />
      ) : last !== null && hasEnded ? (
        <RangeReport range={last} onAgain={() => setSeen(null)} onClose={onClose} />
      ) : (
        <WorkTexts>
          <RangeChoice
            address={address}
            typed={typed}
            onType={setTyped}
            onStart={(span, count) => setAsked({ span, count })}
            onClose={onClose}
          />
        </WorkTexts>
      )}
    </Dialog>
  );
}

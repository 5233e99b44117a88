import type { TaskRowAnswer } from '@gos/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { boardKeys } from '../../../entities/board/boards.api';
import type { TaskChange } from '../../../entities/task/task-changes';
import { taskKeys } from '../../../entities/task/tasks.api';
import { useReader } from '../../../entities/user/use-reader';
import { type MessageId, useT } from '../../../i18n';
import { announce } from '../../../lib/announce';
import { showProblem, showToast } from '../../../ui/toast';
import { type BulkKind, bulkRefusalOf } from './bulk-rights';
import { type BulkOutcome, runBulk, undoBulk } from './bulk-run';

const doneMessages: Record<BulkKind, MessageId> = {
  accept: 'task.bulk.done.accept',
  assign: 'task.bulk.done.change',
  deadline: 'task.bulk.done.change',
  priority: 'task.bulk.done.change',
  tags: 'task.bulk.done.change',
  move: 'task.bulk.done.move',
  plan: 'task.bulk.done.change',
  return: 'task.bulk.done.return',
  end: 'task.bulk.done.end',
  delete: 'task.bulk.done.delete',
};

export interface BulkReport extends BulkOutcome {
  readonly message: string;
  readonly undo: (() => void) | null;
}

/** Runs one change over many rows and reports the result. */
export function useBulk(onSettled: (done: ReadonlySet<number>) => void) {
  const t = useT();
  const client = useQueryClient();
  const reader = useReader();
  const [progress, setProgress] = useState<{ readonly settled: number; readonly total: number } | null>(null);
  const [told, setTold] = useState<BulkReport | null>(null);
  const underWay = useRef(false);
  const there = useRef(true);
  useEffect(() => {
    there.current = true;
    return () => {
      there.current = false;
    };
  }, []);

  const refusalOf = useCallback((kind: BulkKind, row: TaskRowAnswer) => bulkRefusalOf(kind, row, reader), [reader]);

  type Run = (onProgress: (settled: number) => void) => Promise<BulkOutcome>;

  async function settle(total: number, run: Run, message: MessageId, mayUndo: boolean) {
    if (underWay.current) return;
    underWay.current = true;
    setProgress({ settled: 0, total });
    try {
      const outcome = await run((settled) => setProgress({ settled, total }));
      await Promise.all([
        client.invalidateQueries({ queryKey: taskKeys.all }),
        client.invalidateQueries({ queryKey: boardKeys.all }),
      ]);
      const settled = [...outcome.done.map(({ row }) => row), ...outcome.unchanged];
      // By the time of an undo the reader may have selected other rows, which stay selected.
      if (mayUndo) onSettled(new Set(settled.map(({ id }) => id)));
      const changed = mayUndo ? outcome.done.filter(({ answer }) => answer.eventId) : [];
      const back: Run = (onProgress) => undoBulk(changed, onProgress);
      const undo = changed.length === 0 ? null : () => void settle(changed.length, back, 'task.bulk.done.undo', false);
      const said = t(message, { count: settled.length });
      if (outcome.refused.length === 0) {
        showToast({ message: said, ...(undo && { undo }) });
      } else if (!there.current) {
        showProblem(null, t('task.bulk.refused', { count: outcome.refused.length }));
      } else {
        setTold({ ...outcome, message: said, undo });
        announce(t('task.bulk.refused', { count: outcome.refused.length }));
      }
    } finally {
      underWay.current = false;
      setProgress(null);
    }
  }

  return {
    progress,
    told,
    closeTold: () => setTold(null),
    refusalOf,
    run: (kind: BulkKind, rows: readonly TaskRowAnswer[], change: (row: TaskRowAnswer) => TaskChange | null) =>
      settle(
        rows.length,
        (onProgress) => runBulk(rows, { refusal: (row) => refusalOf(kind, row), change }, onProgress),
        doneMessages[kind],
        true,
      ),
  };
}

import type { UndoRange } from '@gos/contract';
import { Progress, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { MomentText } from '../../entities/task/deadline-text';
import { SmallButton } from '../../ui/buttons';
import { DialogAnswers } from '../../ui/dialog';
import { showProblem } from '../../ui/toast';
import { useActivityT } from './activity-texts';
import { RangeActions, RangeReasons } from './range-actions';
import { lastRangeQuery, stopRange } from './undo-range.api';

/** How far the undo of a range is. */
export function RangeProgress({ range }: { readonly range: UndoRange }) {
  const t = useActivityT();
  const client = useQueryClient();
  const stop = useMutation({
    mutationFn: stopRange,
    onSuccess: (last) => client.setQueryData(lastRangeQuery.queryKey, last),
    onError: (error) => showProblem(error),
  });
  const { all, undone, refused, state } = range;
  const done = undone + refused.reduce((sum, { count }) => sum + count, 0);
  return (
    <Stack gap={12}>
      <Progress value={(100 * done) / Math.max(all, 1)} striped animated aria-label={t('activity.undo.progress')} />
      <Text fz={13} role="status">
        {state === 'stopping' ? t('activity.undo.stopping') : t('activity.undo.report', { undone, all })}
      </Text>
      <DialogAnswers>
        <SmallButton
          variant="default"
          disabled={state === 'stopping'}
          loading={stop.isPending}
          onClick={() => stop.mutate()}
        >
          {t('activity.undo.stop')}
        </SmallButton>
      </DialogAnswers>
    </Stack>
  );
}

interface ReportProps {
  readonly range: UndoRange;
  readonly onAgain: () => void;
  readonly onClose: () => void;
}

/** The actions that were undone, and the reasons of the others. */
export function RangeReport({ range, onAgain, onClose }: ReportProps) {
  const t = useActivityT();
  const { all, undone, refused, items, endedAt } = range;
  const state = range.state === 'done' || range.state === 'stopped' ? range.state : 'failed';
  const count = refused.reduce((sum, one) => sum + one.count, 0);
  return (
    <Stack gap={12}>
      <div role="status">
        <Text fz={13} fw={600}>
          {t(`activity.undo.ended.${state}`)}
        </Text>
        <Text fz={13} component="div">
          <span>{t('activity.undo.report', { undone, all })}</span> · {endedAt && <MomentText at={endedAt} />}
        </Text>
      </div>
      <RangeReasons refused={refused} />
      {items.length > 0 && <RangeActions items={items} label={t('activity.undo.refused', { count })} />}
      {items.length < count && items.length > 0 && (
        <Text fz={13}>{t('activity.undo.first', { count: items.length })}</Text>
      )}
      <DialogAnswers>
        <SmallButton variant="default" onClick={onAgain}>
          {t('activity.undo.again')}
        </SmallButton>
        <SmallButton data-autofocus onClick={onClose}>
          {t('activity.undo.done')}
        </SmallButton>
      </DialogAnswers>
    </Stack>
  );
}

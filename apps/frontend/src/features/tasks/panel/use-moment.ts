import type { ActivityItem } from '@gos/contract';
import { CancelledError, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { taskAtQuery } from '../../../entities/task/tasks.api';
import { useT } from '../../../i18n';
import { showProblem } from '../../../ui/toast';

/** The moment of its past at which a task is looked at, and the task as it was then; both null for the present. */
export function useMoment(taskId: number) {
  const t = useT();
  const client = useQueryClient();
  const [moment, setMoment] = useState<ActivityItem | null>(null);
  const then = useQuery({ ...taskAtQuery(taskId, moment?.at ?? ''), enabled: moment !== null });

  async function showMoment(item: ActivityItem | null) {
    setMoment(item);
    if (item === null) return;
    try {
      await client.fetchQuery(taskAtQuery(taskId, item.at));
    } catch (error) {
      // Another moment is shown by now, or none.
      if (error instanceof CancelledError) return;
      // Never show the present in place of a past that failed to load.
      setMoment((present) => (present === item ? null : present));
      showProblem(error, t('task.activity.failed-to-load'));
    }
  }

  return { moment, past: moment === null ? null : then, showMoment };
}

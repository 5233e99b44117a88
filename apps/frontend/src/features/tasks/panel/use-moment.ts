import type { ActivityItem } from '@gos/contract';
import { CancelledError, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { taskAtQuery } from '../../../entities/task/tasks.api';
import { useT } from '../../../i18n';
import { useEventCallback } from '../../../lib/use-event-callback';
import { showProblem } from '../../../ui/toast';
import { useWholeActivity } from './use-activity';

/**
 * The moment of its past at which a task is looked at, and the task as it was then; both null for the present. A link may name the
 * instant; any other choice removes it from the address.
 */
export function useMoment(taskId: number) {
  const t = useT();
  const client = useQueryClient();
  const navigate = useNavigate();
  const at = useSearch({ from: '/_app', select: (search) => search.at });
  const history = useWholeActivity(taskId, at !== undefined);
  const linked = at === undefined ? undefined : history.data?.items.findLast((item) => item.at <= at);
  const [moment, setMoment] = useState<ActivityItem | null>(null);
  const then = useQuery({ ...taskAtQuery(taskId, moment?.at ?? ''), enabled: moment !== null });

  async function showMoment(item: ActivityItem | null) {
    setMoment(item);
    if (at !== undefined && item?.id !== linked?.id) {
      void navigate({ to: '.', search: (previous: object) => ({ ...previous, at: undefined }), replace: true });
    }
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

  const showLinked = useEventCallback(() => void (linked && showMoment(linked)));
  useEffect(showLinked, [linked?.id, showLinked]);

  return { moment, past: moment === null ? null : then, showMoment };
}

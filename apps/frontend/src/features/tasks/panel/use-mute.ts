import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { mutedQuery, setMuted } from '../../../entities/notification/notifications.api';
import { useT } from '../../../i18n';
import { showProblem, showToast } from '../../../ui/toast';

/** Returns a function that mutes or unmutes a task; without an argument it toggles. */
export function useMute(taskId: number): (wanted?: boolean) => Promise<void> {
  const t = useT();
  const client = useQueryClient();
  return useCallback(
    async (wanted) => {
      const change = async (muted: boolean): Promise<void> => {
        if (!(await setMuted(client, taskId, muted))) return;
        showToast({ message: t(muted ? 'task.muted' : 'task.unmuted'), undo: () => void change(!muted) });
      };
      try {
        await change(wanted ?? !(await client.fetchQuery(mutedQuery(taskId))));
      } catch (error) {
        showProblem(error);
      }
    },
    [t, client, taskId],
  );
}

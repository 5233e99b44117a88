import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useT } from '../../../i18n';
import { copyText } from '../../../ui/copy-text';
import type { RowEvents } from './row-events';
import type { OpenTask } from './task-row';

/** Returns the actions of a row and its menu. @param toCurrent makes an opened row the current one */
export function useRowActions(toCurrent: (taskId: number) => void) {
  const t = useT();
  const navigate = useNavigate();

  const open: OpenTask = useCallback(
    (taskId, how) => {
      toCurrent(taskId);
      void navigate({
        to: '.',
        search: (previous: object) => ({
          ...previous,
          taskId,
          // Whatever part of another task is shown.
          ...(how?.view === 'information' && { tab: undefined }),
          ...(how?.view === 'monitoring' && { tab: 'monitoring' as const }),
        }),
        state: (previous) => ({ ...previous, taskView: how?.view }),
      });
    },
    [navigate, toCurrent],
  );

  const visit: RowEvents['visit'] = useCallback(
    ({ id: projectId }, board) =>
      board
        ? void navigate({
            to: '/tasks/project/$projectId/board/$boardId',
            params: { projectId, boardId: board.id },
          })
        : void navigate({ to: '/tasks/project/$projectId', params: { projectId } }),
    [navigate],
  );

  const copyName = (name: string) => copyText(name, t('task.row.copied'), t('task.failure.action'));

  return { open, visit, copyName };
}

import type { BoardAcceptAnswer, BoardAnswer } from '@gos/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { acceptBoard, boardKeys, deleteBoard, undeleteBoard } from '../../entities/board/boards.api';
import { taskKeys } from '../../entities/task/tasks.api';
import { undoOf } from '../../entities/undo/undo.api';
import { useT } from '../../i18n';
import { ApiProblem, isAnswer } from '../../lib/api';
import { showProblem, showToast } from '../../ui/toast';

/** Returns the actions of a whole board, with their messages. */
export function useBoardActions() {
  const t = useT();
  const client = useQueryClient();

  const refresh = useCallback(
    () =>
      Promise.all([
        client.invalidateQueries({ queryKey: boardKeys.all }),
        client.invalidateQueries({ queryKey: taskKeys.lists }),
        client.invalidateQueries({ queryKey: taskKeys.counts }),
      ]),
    [client],
  );

  const bringBack = useCallback(
    async (board: Pick<BoardAnswer, 'id' | 'name'>): Promise<boolean> => {
      try {
        await undeleteBoard(board.id);
        showToast({ message: t('board.done.undelete', { name: board.name }) });
        return true;
      } catch (error) {
        showProblem(error, t('board.failure.change'));
        return false;
      } finally {
        void refresh();
      }
    },
    [t, refresh],
  );

  const remove = useCallback(
    async (board: BoardAnswer): Promise<boolean> => {
      const list = boardKeys.list(board.projectId);
      client.setQueryData<readonly BoardAnswer[]>(list, (boards) => boards?.filter(({ id }) => id !== board.id));
      try {
        const answer = await deleteBoard(board.id);
        const said = t('board.done.undelete', { name: board.name });
        showToast({ message: t('board.done.delete', { name: board.name }), ...undoOf([answer], { refresh, said }) });
        return true;
      } catch (error) {
        showProblem(error, t('board.failure.change'));
        return false;
      } finally {
        void refresh();
      }
    },
    [client, t, refresh],
  );

  /** Accepts tasks. Returns the accepted and the refused ones, or null when the server refused the request. */
  const accept = useCallback(
    async (board: BoardAnswer): Promise<BoardAcceptAnswer | null> => {
      try {
        const answer = await acceptBoard(board.id);
        if (answer.refused.length === 0) {
          showToast({ message: t('board.done.accept', { name: board.name, count: answer.accepted.length }) });
        }
        return answer;
      } catch (error) {
        // A decision of the server says by itself why.
        const decided = error instanceof ApiProblem && isAnswer(error.problem);
        showProblem(error, decided ? undefined : t('board.failure.change'));
        return null;
      } finally {
        void refresh();
      }
    },
    [t, refresh],
  );

  return { remove, bringBack, accept, refresh };
}

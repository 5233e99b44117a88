import { undoOf } from '../../../entities/undo/undo.api';
import { useT } from '../../../i18n';
import { useEventCallback } from '../../../lib/use-event-callback';
import { showProblem, showToast } from '../../../ui/toast';
import { boardOf, type Dashboard, type Lifted, type Place, placeNow } from '../model/board-model';
import type { Moves } from '../model/moves';

/** Moves a card and says so, with the way back. */
export function useMoveCard(dashboard: Dashboard, moves: Moves) {
  const t = useT();

  function said(lifted: Lifted, from: Place, to: Place): string {
    if (lifted.kind === 'board') return t('board.moved', { name: lifted.name });
    if (to.container === from.container) return t('board.moved.task');
    const board = boardOf(dashboard, to.container);
    return board === undefined ? t('board.moved.task-out') : t('board.moved.task-to', { board: board.name });
  }

  return useEventCallback(async (lifted: Lifted, to: Place): Promise<void> => {
    const from = placeNow(dashboard, lifted.from, lifted.id);
    try {
      const answer = await moves.run(lifted, to);
      const undone = { refresh: () => moves.refreshAll(), said: t('board.moved.back') };
      showToast({ message: said(lifted, from, to), ...undoOf([answer], undone) });
    } catch (error) {
      showProblem(error, t(lifted.kind === 'task' ? 'board.failure.task-move' : 'board.failure.change'));
    }
  });
}

import { useT } from '../../../i18n';
import { announce } from '../../../lib/announce';
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

  /** @param takenBack the revision that one's own move made */
  const move = useEventCallback(async (lifted: Lifted, to: Place, takenBack?: number): Promise<void> => {
    const from = placeNow(dashboard, lifted.from, lifted.id);
    let revision: number;
    try {
      revision = await moves.run(lifted, to, takenBack);
    } catch (error) {
      showProblem(error, t(lifted.kind === 'task' ? 'board.failure.task-move' : 'board.failure.change'));
      return;
    }
    if (takenBack !== undefined) announce(t('board.moved.back'));
    else showToast({ message: said(lifted, from, to), undo: () => void move({ ...lifted, from: to }, from, revision) });
  });
  return move;
}

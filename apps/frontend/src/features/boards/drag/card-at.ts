import { type BoardPlaceId, noBoard } from '../../../entities/board/boards.api';
import { boardOf, type Dashboard, type Lifted, placeOfCard } from '../model/board-model';
import type { Face } from './carry';

export interface FoundCard {
  readonly lifted: Lifted;
  readonly face: Face;
  readonly element: HTMLElement;
}

/** The card that an element belongs to; a board is taken by its handle. */
export function cardAt(dashboard: Dashboard, target: Element): FoundCard | null {
  const board = target.closest<HTMLElement>('[data-board]');
  if (board === null) return null;
  const container: BoardPlaceId = board.dataset.board === noBoard ? noBoard : Number(board.dataset.board);
  const task = target.closest<HTMLElement>('[data-task]');
  if (task !== null) {
    const id = Number(task.dataset.task);
    const row = dashboard.tasks.get(container)?.find((one) => one.id === id);
    if (row === undefined) return null;
    const from = placeOfCard(dashboard, container, id);
    return { lifted: { kind: 'task', id, name: row.name, from }, face: row, element: task };
  }
  if (target.closest('[data-handle]') === null || container === noBoard) return null;
  const found = boardOf(dashboard, container);
  if (found === undefined) return null;
  const from = placeOfCard(dashboard, found.section, found.id);
  return { lifted: { kind: 'board', id: found.id, name: found.name, from }, face: found, element: board };
}

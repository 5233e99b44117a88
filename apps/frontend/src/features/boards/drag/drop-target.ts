import type { BoardSection } from '@gos/domain';
import { noBoard } from '../../../entities/board/boards.api';
import type { Point } from '../../../ui/drag/pointer-drag';
import { type Container, cardsIn, type Dashboard, type Lifted, type Place, placeAt } from '../model/board-model';

/** A board is tall: what is held over its head comes before it. */
const head = 60;

const shown = (element: Element) => element.getClientRects().length > 0;
const away = (at: number, from: number, to: number) => Math.max(from - at, 0, at - to);

function nearest(elements: Iterable<Element>, { x, y }: Point): HTMLElement | null {
  let best: HTMLElement | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const element of elements) {
    if (!shown(element)) continue;
    const box = element.getBoundingClientRect();
    const distance = Math.hypot(away(x, box.left, box.right), away(y, box.top, box.bottom));
    if (distance < least) [best, least] = [element as HTMLElement, distance];
  }
  return best;
}

function boardPlace(column: HTMLElement, dashboard: Dashboard, id: number, { y }: Point): Place {
  const section = column.dataset.section as BoardSection;
  const cards = cardsIn(dashboard, section, id) ?? [];
  const later = cards.findIndex((card) => {
    const box = column.querySelector(`[data-board="${card.id}"]`)?.getBoundingClientRect();
    return box !== undefined && y < box.top + Math.min(box.height / 2, head);
  });
  return placeAt(section, cards, later < 0 ? cards.length : later);
}

/** Rows are equally high, so that the place follows from how far down the list the point is. */
function taskPlace(board: HTMLElement, dashboard: Dashboard, id: number, { y }: Point): Place {
  const container: Container = board.dataset.board === noBoard ? noBoard : Number(board.dataset.board);
  const list = board.querySelector('[data-cards]');
  const cards = cardsIn(dashboard, container, id);
  if (container === noBoard || list === null || cards === undefined) {
    return { container, beforeId: null, afterId: null };
  }
  const slots = [...list.children].filter(shown);
  const box = list.getBoundingClientRect();
  const gap = slots.length > 1 ? slots[1]!.getBoundingClientRect().top - slots[0]!.getBoundingClientRect().bottom : 0;
  const pitch = slots.length > 0 ? (box.height + gap) / slots.length : 1;
  const slot = Math.floor((y - box.top + gap / 2) / pitch);
  return placeAt(container, cards, Math.max(0, Math.min(slot, cards.length)));
}

/** Where what is lifted would land if it were let go at the point: the nearest place that there is. */
export function placeUnder(root: HTMLElement, dashboard: Dashboard, { kind, id }: Lifted, point: Point): Place | null {
  const column = nearest(root.querySelectorAll('[data-section]'), point);
  if (column === null) return null;
  if (kind === 'board') return boardPlace(column, dashboard, id, point);
  const board = nearest(column.querySelectorAll('[data-board]'), point);
  return board === null ? null : taskPlace(board, dashboard, id, point);
}

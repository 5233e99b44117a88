import { noBoard } from '../../../entities/board/boards.api';
import { useT } from '../../../i18n';
import { boardOf, cardsIn, type Dashboard, indexOfPlace, isSection, type Lifted, type Place } from '../board-model';

/** Says where a card would land, for who does not see it. */
export function usePlaceWords(dashboard: Dashboard, collapsed: ReadonlySet<number>) {
  const t = useT();
  return (lifted: Lifted, place: Place): string => {
    const known = cardsIn(dashboard, place.container, lifted.id);
    const cards = known ?? [];
    const position = { index: indexOfPlace(cards, place, lifted.id) + 1, count: cards.length + 1 };
    if (isSection(place.container)) {
      return t('board.carry.in-section', { section: t(`board.section.${place.container}`), ...position });
    }
    if (place.container === noBoard) return t('board.carry.in-none');
    const board = boardOf(dashboard, place.container)?.name ?? '';
    if (collapsed.has(place.container)) return t('board.carry.in-collapsed', { board });
    return known === undefined ? t('board.carry.at-end', { board }) : t('board.carry.in-board', { board, ...position });
  };
}

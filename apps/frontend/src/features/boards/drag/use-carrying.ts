import type { RefusalCode } from '@gos/domain';
import { type KeyboardEvent, type RefObject, useMemo, useRef } from 'react';
import { noBoard } from '../../../entities/board/boards.api';
import { useT } from '../../../i18n';
import { announce } from '../../../lib/announce';
import { showProblem } from '../../../ui/toast';
import {
  boardOf,
  cardsIn,
  type Dashboard,
  indexOfPlace,
  isSection,
  type Lifted,
  type MoveKey,
  type Place,
  placeNow,
  placeOfCard,
  samePlace,
  stepped,
} from '../model/board-model';
import { cardAt, type FoundCard } from './card-at';
import { type Carried, Carry } from './carry';
import { usePointerCarry } from './use-pointer-carry';

const keys: Readonly<Record<string, MoveKey>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  Home: 'first',
  End: 'last',
};

interface CarryingInput {
  readonly root: HTMLElement | null;
  /** Where the lifted card is drawn. */
  readonly overlay: RefObject<HTMLElement | null>;
  readonly dashboard: Dashboard;
  readonly collapsed: ReadonlySet<number>;
  readonly move: (lifted: Lifted, to: Place) => void;
  /** Why the reader may not take it along, or null. */
  readonly liftRefusalOf: (lifted: Lifted) => RefusalCode | null;
}

/** Returns a function that describes for screen readers where a card would be dropped. */
function usePlaceWords(dashboard: Dashboard, collapsed: ReadonlySet<number>) {
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

const cardKey = ({ kind, id }: Pick<Lifted, 'kind' | 'id'>) => `${kind}-${id}`;

/** Lifts cards, takes them along by pointer or keys, and lets them down. */
export function useCarrying({ root, overlay, dashboard, collapsed, move, liftRefusalOf }: CarryingInput) {
  const t = useT();
  const carry = useMemo(() => new Carry(), []);
  const dropped = useRef<{ readonly key: string; readonly box: DOMRectReadOnly } | null>(null);
  const where = usePlaceWords(dashboard, collapsed);

  function focusCard(lifted: Lifted) {
    requestAnimationFrame(() => {
      const card = root?.querySelector<HTMLElement>(`[data-flip="${cardKey(lifted)}"] [data-card]`);
      card?.focus({ preventScroll: true });
      card?.scrollIntoView({ block: 'nearest' });
    });
  }

  function lift({ lifted, face, element }: FoundCard, by: Carried['by']) {
    dropped.current = null;
    carry.lift({ lifted, face, place: lifted.from, by, box: element.getBoundingClientRect() });
  }

  /** Explains why a card can't move. Solved cards stay in place whatever the rights. */
  function tellWhyNot(why: RefusalCode) {
    if (why === 'task.already-solved') showProblem(null, t(why));
    else announce(t('board.carry.not-yours'));
  }

  function endCarry(how: 'drop' | 'cancel') {
    const carried = carry.present();
    if (carried === null) return;
    const { lifted, place, by } = carried;
    const box = overlay.current?.getBoundingClientRect();
    dropped.current = box === undefined ? null : { key: cardKey(lifted), box };
    const to = placeNow(dashboard, place, lifted.id);
    const stays = how === 'cancel' || samePlace(to, placeOfCard(dashboard, lifted.from.container, lifted.id));
    if (!stays) move(lifted, to);
    carry.end();
    if (by === 'keyboard') {
      announce(
        stays
          ? t('board.carry.cancelled', { name: lifted.name })
          : t('board.carry.dropped', { name: lifted.name, where: where(lifted, to) }),
      );
      focusCard(lifted);
    }
  }

  usePointerCarry({
    root,
    overlay,
    dashboard,
    carry,
    found(target) {
      const found = cardAt(dashboard, target);
      const why = found && liftRefusalOf(found.lifted);
      return why === null || why === 'task.already-solved' ? found : null;
    },
    lift(found) {
      const why = liftRefusalOf(found.lifted);
      if (why !== null) {
        tellWhyNot(why);
        return false;
      }
      // A finger takes no focus away, so that what the keys hold may still be in the air.
      endCarry('cancel');
      lift(found, 'pointer');
      return true;
    },
    endCarry,
  });

  return {
    carry,
    droppedFrom: () => dropped.current,
    /** The space bar lifts the card that has the focus. */
    onCardKey(event: KeyboardEvent) {
      const target = event.target as Element;
      if (event.key !== ' ' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (target.closest('[data-card]') === null) return;
      const found = cardAt(dashboard, target);
      event.preventDefault();
      const why = found === null ? 'task.not-found' : liftRefusalOf(found.lifted);
      if (found === null || why !== null) return tellWhyNot(why ?? 'task.not-found');
      lift(found, 'keyboard');
      announce(t('board.carry.lifted', { name: found.lifted.name, where: where(found.lifted, found.lifted.from) }));
    },
    onCarryKey(event: KeyboardEvent) {
      const carried = carry.present();
      if (carried === null) return;
      event.stopPropagation();
      if (event.key === 'Escape') {
        event.preventDefault();
        return endCarry('cancel');
      }
      if (event.key === ' ' || event.key === 'Enter') {
        event.preventDefault();
        return endCarry('drop');
      }
      const key = keys[event.key];
      if (event.key === 'Tab') event.preventDefault();
      if (key === undefined) return;
      event.preventDefault();
      const next = stepped(dashboard, carried.lifted, carried.place, key, collapsed);
      if (next === null) return announce(t('board.carry.no-further'));
      carry.over(next);
      announce(where(carried.lifted, next));
    },
    /** The focus went elsewhere: what is in the air falls back. */
    onCarryBlur(): void {
      if (carry.present()?.by === 'keyboard') endCarry('cancel');
    },
  };
}

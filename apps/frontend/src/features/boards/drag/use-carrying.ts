import type { RefusalCode } from '@gos/domain';
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { type BoardPlaceId, noBoard } from '../../../entities/board/boards.api';
import { useT } from '../../../i18n';
import { announce } from '../../../lib/announce';
import { createAutoScroll } from '../../../ui/drag/auto-scroll';
import { listenToPointer, type Point } from '../../../ui/drag/pointer-drag';
import { showProblem, showToast } from '../../../ui/toast';
import {
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
} from '../board-model';
import type { Moves } from '../moves';
import { type Carried, Carry } from './carry';
import { placeUnder } from './drop-target';

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
  readonly moves: Moves;
  /** Why the reader may not take it along, or null. */
  readonly liftRefusalOf: (lifted: Lifted) => RefusalCode | null;
}

const cardKey = ({ kind, id }: Pick<Lifted, 'kind' | 'id'>) => `${kind}-${id}`;

/** Lifts cards, takes them along by pointer or keys, and lets them down. */
export function useCarrying({ root, overlay, dashboard, collapsed, moves, liftRefusalOf }: CarryingInput) {
  const t = useT();
  const carry = useMemo(() => new Carry(), []);
  const autoScroll = useRef<ReturnType<typeof createAutoScroll> | null>(null);
  const grip = useRef<{ readonly from: Point; at: Point } | null>(null);
  const dropped = useRef<{ readonly key: string; readonly box: DOMRectReadOnly } | null>(null);

  function where(lifted: Lifted, place: Place): string {
    const known = cardsIn(dashboard, place.container, lifted.id);
    const cards = known ?? [];
    const position = { index: indexOfPlace(cards, place, lifted.id) + 1, count: cards.length + 1 };
    if (isSection(place.container)) {
      return t('board.carry.in-section', { section: t(`board.section.${place.container}`), ...position });
    }
    if (place.container === noBoard) return t('board.carry.in-none');
    const boards = Object.values(dashboard.sections).flat();
    const board = boards.find(({ id }) => id === place.container)?.name ?? '';
    if (collapsed.has(place.container)) return t('board.carry.in-collapsed', { board });
    return known === undefined ? t('board.carry.at-end', { board }) : t('board.carry.in-board', { board, ...position });
  }

  /** The card that an element belongs to, with where it is. */
  function cardAt(target: Element): { readonly lifted: Lifted; readonly card: HTMLElement } | null {
    const board = target.closest<HTMLElement>('[data-board]');
    if (board === null) return null;
    const container: BoardPlaceId = board.dataset.board === noBoard ? noBoard : Number(board.dataset.board);
    const task = target.closest<HTMLElement>('[data-task]');
    if (task !== null) {
      const id = Number(task.dataset.task);
      const row = dashboard.tasks.get(container)?.find((one) => one.id === id);
      if (row === undefined) return null;
      const from = placeOfCard(dashboard, container, id);
      return { lifted: { kind: 'task', id, name: row.name, from }, card: task };
    }
    if (target.closest('[data-handle]') === null || container === noBoard) return null;
    const found = Object.values(dashboard.sections)
      .flat()
      .find(({ id }) => id === container);
    if (found === undefined) return null;
    const from = placeOfCard(dashboard, found.section, found.id);
    return { lifted: { kind: 'board', id: found.id, name: found.name, from }, card: board };
  }

  function focusCard(lifted: Lifted) {
    requestAnimationFrame(() => {
      const card = root?.querySelector<HTMLElement>(`[data-flip="${cardKey(lifted)}"] [data-card]`);
      card?.focus({ preventScroll: true });
      card?.scrollIntoView({ block: 'nearest' });
    });
  }

  /** @param takenBack the revision that one's own move made */
  async function move(lifted: Lifted, to: Place, takenBack?: number) {
    const from = placeNow(dashboard, lifted.from, lifted.id);
    let revision: number;
    try {
      revision = await moves.run(lifted, to, takenBack);
    } catch (error) {
      showProblem(error, t(lifted.kind === 'task' ? 'board.failure.task-move' : 'board.failure.change'));
      return;
    }
    if (takenBack !== undefined) {
      announce(t('board.moved.back'));
      return;
    }
    const board = Object.values(dashboard.sections)
      .flat()
      .find(({ id }) => id === to.container);
    const message =
      lifted.kind === 'board'
        ? t('board.moved', { name: lifted.name })
        : to.container === from.container
          ? t('board.moved.task')
          : board === undefined
            ? t('board.moved.task-out')
            : t('board.moved.task-to', { board: board.name });
    showToast({ message, undo: () => void latestMove.current({ ...lifted, from: to }, from, revision) });
  }
  const latestMove = useRef(move);
  latestMove.current = move;

  function lift(found: NonNullable<ReturnType<typeof cardAt>>, by: Carried['by']) {
    const { lifted, card } = found;
    dropped.current = null;
    carry.lift({ lifted, place: lifted.from, by, box: card.getBoundingClientRect() });
  }

  /** What is solved stays where it is, whoever tries: that is not for want of a right. */
  function tellWhyNot(why: RefusalCode) {
    if (why === 'task.already-solved') showProblem(null, t(why));
    else announce(t('board.carry.not-yours'));
  }

  function letDown(how: 'drop' | 'cancel') {
    const carried = carry.present();
    if (carried === null) return;
    const { lifted, place, by } = carried;
    const box = overlay.current?.getBoundingClientRect();
    dropped.current = box === undefined ? null : { key: cardKey(lifted), box };
    autoScroll.current?.stop();
    grip.current = null;
    const to = placeNow(dashboard, place, lifted.id);
    const stays = how === 'cancel' || samePlace(to, placeOfCard(dashboard, lifted.from.container, lifted.id));
    if (!stays) void move(lifted, to);
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

  function drawAt(point: Point) {
    const carried = carry.present();
    if (carried === null || grip.current === null || overlay.current === null) return;
    const { from } = grip.current;
    overlay.current.style.transform = `translate(${carried.box.left + point.x - from.x}px, ${carried.box.top + point.y - from.y}px)`;
  }

  function aim() {
    const carried = carry.present();
    if (carried === null || grip.current === null || root === null) return;
    const place = placeUnder(root, dashboard, carried.lifted, grip.current.at);
    if (place !== null) carry.over(place);
  }

  const onPointer = {
    lift: useEffectEvent((target: Element) => {
      if (carry.present()?.by === 'pointer' || target.closest('button, input, textarea, select') !== null) return null;
      const found = cardAt(target);
      const why = found && liftRefusalOf(found.lifted);
      return why === null || why === 'task.already-solved' ? found : null;
    }),
    start: useEffectEvent((found: NonNullable<ReturnType<typeof cardAt>>, from: Point) => {
      const why = liftRefusalOf(found.lifted);
      if (why !== null) return tellWhyNot(why);
      // A finger takes no focus away, so that what the keys hold may still be in the air.
      letDown('cancel');
      grip.current = { from, at: from };
      lift(found, 'pointer');
      autoScroll.current = createAutoScroll(() => onPointer.aim());
    }),
    aim: useEffectEvent(aim),
    move: useEffectEvent((to: Point) => {
      if (grip.current === null) return;
      grip.current.at = to;
      drawAt(to);
      autoScroll.current?.at(to);
      aim();
    }),
    down: useEffectEvent(letDown),
  };

  useEffect(() => {
    if (root === null) return;
    return listenToPointer<NonNullable<ReturnType<typeof cardAt>>>(root, {
      lift: (target) => onPointer.lift(target),
      start: (found, from) => onPointer.start(found, from),
      move: (to) => onPointer.move(to),
      drop: () => onPointer.down('drop'),
      cancel: () => onPointer.down('cancel'),
    });
  }, [root]);

  // What is shown has changed under what is in the air.
  useEffect(() => {
    onPointer.aim();
  }, [dashboard]);

  return {
    carry,
    /** Moves without lifting, as from a menu. */
    move: useCallback((lifted: Lifted, to: Place) => void latestMove.current(lifted, to), []),
    droppedFrom: () => dropped.current,
    /** The space bar lifts the card that has the focus. */
    onCardKey(event: KeyboardEvent) {
      const target = event.target as Element;
      if (event.key !== ' ' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (target.closest('[data-card]') === null) return;
      const found = cardAt(target);
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
        return letDown('cancel');
      }
      if (event.key === ' ' || event.key === 'Enter') {
        event.preventDefault();
        return letDown('drop');
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
      if (carry.present()?.by === 'keyboard') letDown('cancel');
    },
  };
}

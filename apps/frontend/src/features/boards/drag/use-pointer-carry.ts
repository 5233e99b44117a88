import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { createAutoScroll } from '../../../ui/drag/auto-scroll';
import { listenToPointer, type Point } from '../../../ui/drag/pointer-drag';
import type { Dashboard } from '../model/board-model';
import type { FoundCard } from './card-at';
import type { Carry } from './carry';
import { placeUnder } from './drop-target';

interface PointerCarryInput {
  readonly root: HTMLElement | null;
  /** Where the lifted card is drawn. */
  readonly overlay: RefObject<HTMLElement | null>;
  readonly dashboard: Dashboard;
  readonly carry: Carry;
  /** The card that a drag from here would take, or null where it takes none. */
  readonly found: (target: Element) => FoundCard | null;
  /** False where it stays, and says why. */
  readonly lift: (found: FoundCard) => boolean;
  readonly endCarry: (how: 'drop' | 'cancel') => void;
}

/** Takes cards along by mouse, pen or finger. */
export function usePointerCarry({ root, overlay, dashboard, carry, ...input }: PointerCarryInput): void {
  const autoScroll = useRef<ReturnType<typeof createAutoScroll> | null>(null);
  const grip = useRef<{ readonly from: Point; at: Point } | null>(null);

  function drawAt(point: Point) {
    const carried = carry.present();
    if (carried === null || grip.current === null || overlay.current === null) return;
    const { from } = grip.current;
    overlay.current.style.transform = `translate(${carried.box.left + point.x - from.x}px, ${carried.box.top + point.y - from.y}px)`;
  }

  const aim = useEffectEvent(() => {
    const carried = carry.present();
    if (carried === null || grip.current === null || root === null) return;
    const place = placeUnder(root, dashboard, carried.lifted, grip.current.at);
    if (place !== null) carry.over(place);
  });
  const found = useEffectEvent((target: Element) => {
    if (carry.present()?.by === 'pointer' || target.closest('button, input, textarea, select') !== null) return null;
    return input.found(target);
  });
  const start = useEffectEvent((card: FoundCard, from: Point) => {
    if (!input.lift(card)) return;
    grip.current = { from, at: from };
    autoScroll.current = createAutoScroll(() => aim());
  });
  const move = useEffectEvent((to: Point) => {
    if (grip.current === null) return;
    grip.current.at = to;
    drawAt(to);
    autoScroll.current?.at(to);
    aim();
  });
  const endCarry = useEffectEvent((how: 'drop' | 'cancel') => {
    autoScroll.current?.stop();
    grip.current = null;
    input.endCarry(how);
  });

  useEffect(() => {
    if (root === null) return;
    return listenToPointer<FoundCard>(root, {
      lift: (target) => found(target),
      start: (card, from) => start(card, from),
      move: (to) => move(to),
      drop: () => endCarry('drop'),
      cancel: () => endCarry('cancel'),
    });
  }, [root]);

  // The dashboard changed under the dragged card.
  useEffect(() => {
    aim();
  }, [dashboard]);
}

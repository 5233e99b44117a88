import { type RefObject, useEffect, useRef, useState } from 'react';
import { useEventCallback } from '../../../lib/use-event-callback';
import { createAutoScroll } from '../../../ui/drag/auto-scroll';
import { listenToPointer, type Point } from '../../../ui/drag/pointer-drag';
import { drawn, type Grip, pulled, type Span } from './day-scale';

/** Entry under the pointer and its current span; without an id it is a new entry. */
export interface Draft extends Span {
  readonly entryId: number | null;
  readonly grip: Grip;
}

interface Lifted {
  readonly entryId: number | null;
  readonly grip: Grip;
  readonly span: Span | null;
}

interface TimelineDrag {
  readonly root: RefObject<HTMLElement | null>;
  readonly minuteHeight: number;
  /** no time after this one can be worked yet */
  readonly limit: number;
  /** null for what cannot be taken hold of */
  readonly spanOf: (entryId: number, grip: Grip) => Span | null;
  readonly mayDraw: boolean;
  readonly onDrop: (draft: Draft) => void;
}

/** Drags entries by their whole or an end, and draws new ones, by mouse, pen and finger. */
export function useTimelineDrag({ root, minuteHeight, limit, spanOf, mayDraw, onDrop }: TimelineDrag) {
  const [draft, setDraft] = useState<Draft | null>(null);
  const latest = useRef<Draft | null>(null);
  const origin = useRef(0);

  const put = (next: Draft | null) => {
    latest.current = next;
    setDraft(next);
  };
  const minuteAt = ({ y }: Point) => (y - root.current!.getBoundingClientRect().top) / minuteHeight;

  const lift = useEventCallback((target: Element): Lifted | null => {
    const block = target.closest<HTMLElement>('[data-block]');
    if (block === null) return mayDraw && limit > 0 ? { entryId: null, grip: 'to', span: null } : null;
    const entryId = Number(block.dataset.block);
    const grip = (target.closest<HTMLElement>('[data-grip]')?.dataset.grip ?? 'whole') as Grip;
    const span = spanOf(entryId, grip);
    return span === null ? null : { entryId, grip, span };
  });
  const held = useRef<Lifted | null>(null);
  const move = useEventCallback((to: Point) => {
    if (held.current === null) return;
    const { entryId, grip, span } = held.current;
    const minute = minuteAt(to);
    const next =
      span === null ? drawn(origin.current, minute, limit) : pulled(span, grip, minute - origin.current, limit);
    put({ entryId, grip, ...next });
  });
  const end = useEventCallback((dropped: boolean) => {
    const last = latest.current;
    held.current = null;
    put(null);
    if (dropped && last !== null) onDrop(last);
  });
  const start = useEventCallback((lifted: Lifted, at: Point) => {
    held.current = lifted;
    origin.current = minuteAt(at);
  });

  useEffect(() => {
    const element = root.current;
    if (element === null) return;
    let at: Point | null = null;
    const scrolling = createAutoScroll(() => at !== null && move(at));
    const ended = (dropped: boolean) => {
      scrolling.stop();
      end(dropped);
    };
    return listenToPointer<Lifted>(element, {
      lift,
      start,
      move(to) {
        at = to;
        scrolling.at(to);
        move(to);
      },
      drop: () => ended(true),
      cancel: () => ended(false),
    });
  }, [root, lift, start, move, end]);

  return { draft, setDraft: put };
}

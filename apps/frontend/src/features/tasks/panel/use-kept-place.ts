import { type RefObject, useLayoutEffect, useRef } from 'react';

function scrollerOf(element: HTMLElement): HTMLElement | null {
  const parent = element.parentElement;
  if (parent === null || /auto|scroll/.test(getComputedStyle(parent).overflowY)) return parent;
  return scrollerOf(parent);
}

interface Kept {
  readonly first: HTMLElement;
  /** How far below the frame's top it was. */
  readonly place: number;
  readonly scroller: HTMLElement;
}

/**
 * What one reads stays where it is on the screen when earlier ones come above it.
 * @param frame holds the list and what stands above it
 * @param view another one is a list of its own
 * @returns to be called before the earlier ones come
 */
export function useKeptPlace(frame: RefObject<HTMLElement | null>, view = ''): () => void {
  const kept = useRef<Kept | null>(null);
  const placeOf = (element: HTMLElement) =>
    element.getBoundingClientRect().top - (frame.current?.getBoundingClientRect().top ?? 0);
  const firstShown = () => frame.current?.querySelector<HTMLElement>('ol > li') ?? null;

  useLayoutEffect(() => {
    const { first, place, scroller } = kept.current ?? {};
    if (!first || !scroller || place === undefined || first === firstShown()) return;
    kept.current = null;
    if (first.isConnected) scroller.scrollTop += placeOf(first) - place;
    requestAnimationFrame(() => scroller.style.removeProperty('overflow-anchor'));
  });

  useLayoutEffect(
    () => () => {
      kept.current?.scroller.style.removeProperty('overflow-anchor');
      kept.current = null;
    },
    [view],
  );

  return () => {
    const first = firstShown();
    const scroller = first && scrollerOf(first);
    if (!first || !scroller) return;
    // Some browsers would move it too, though not at the very top.
    scroller.style.setProperty('overflow-anchor', 'none');
    kept.current = { first, place: placeOf(first), scroller };
  };
}

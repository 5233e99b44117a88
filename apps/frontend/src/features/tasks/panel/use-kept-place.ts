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
 * Keeps the read entry at its place on the screen when earlier entries appear above it.
 * @param frame contains the list and the content above it
 * @param view name of the list; another name is a list of its own
 * @returns a function to call before the earlier entries appear
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

import { useEffect, useRef } from 'react';

/** The focused element was removed, and none has the focus now. */
const isFocusLost = () => document.activeElement === null || document.activeElement === document.body;

const focusIfLost = (element: HTMLElement | null | undefined) => {
  if (isFocusLost() && element?.isConnected) element.focus({ preventScroll: true });
};

/** After the focused element was removed: focuses the one that is found then, unless another one has the focus by then. */
export function giveFocusBack(find: () => HTMLElement | null | undefined): void {
  setTimeout(() => focusIfLost(find()));
}

/**
 * For components that exist only while open: on unmount, gives the focus back to the element that had it on mount, unless another
 * one has it.
 */
export function useFocusReturn(): void {
  const before = useRef(document.activeElement);
  useEffect(() => {
    const from = before.current;
    return () => focusIfLost(from instanceof HTMLElement ? from : null);
  }, []);
}

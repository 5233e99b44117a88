import { useEffect, useRef } from 'react';

/** What had the focus is gone, and nothing has it now. */
const isFocusLost = () => document.activeElement === null || document.activeElement === document.body;

const focusIfLost = (element: HTMLElement | null | undefined) => {
  if (isFocusLost() && element?.isConnected) element.focus({ preventScroll: true });
};

/** Once what had the focus is gone, gives it to what is found then; who has gone on elsewhere by then stays there. */
export function giveFocusBack(find: () => HTMLElement | null | undefined): void {
  setTimeout(() => focusIfLost(find()));
}

/** What is drawn only while it is open gives the focus back where it came from, unless something else has it by then. */
export function useFocusReturn(): void {
  const before = useRef(document.activeElement);
  useEffect(() => {
    const from = before.current;
    return () => focusIfLost(from instanceof HTMLElement ? from : null);
  }, []);
}

import { useEffect, useRef } from 'react';

/** What is drawn only while it is open gives the focus back where it came from, unless something else has it by then. */
export function useFocusBack(): void {
  const before = useRef(document.activeElement);
  useEffect(() => {
    const from = before.current;
    return () => {
      const lost = document.activeElement === null || document.activeElement === document.body;
      if (lost && from instanceof HTMLElement && from.isConnected) from.focus({ preventScroll: true });
    };
  }, []);
}

import { type RefObject, useEffect, useEffectEvent } from 'react';
import { isForScreen } from '../list/use-list-keys';

/** Focus goes into the panel when it opens and back to where it came from when it closes; Escape closes. */
export function usePanelFocus(panel: RefObject<HTMLElement | null>, taskId: number, onClose: () => void): void {
  const rowLink = useEffectEvent(() => document.querySelector<HTMLElement>(`[data-row-link="${taskId}"]`));
  const close = useEffectEvent(onClose);

  useEffect(() => {
    const before = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    const element = panel.current;
    element?.focus({ preventScroll: true });
    return () => {
      // Only a focus that would be lost is given back.
      const active = document.activeElement;
      if (active !== null && active !== document.body && !element?.contains(active)) return;
      const target = rowLink() ?? before;
      setTimeout(() => target?.isConnected && target.focus({ preventScroll: true }));
    };
  }, [panel]);

  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && isForScreen(event)) {
        event.preventDefault();
        close();
      }
    };
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

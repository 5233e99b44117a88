import { type RefObject, useEffect, useEffectEvent } from 'react';
import { isForScreen } from '../../../lib/screen-keys';

interface Leaving {
  readonly before: HTMLElement | null;
  readonly hadFocus: boolean;
  readonly timer: ReturnType<typeof setTimeout>;
}

/** Set for a moment when a task closes: another one that opens in its place takes over where the focus came from. */
let leaving: Leaving | null = null;

const above = '[role="dialog"]:not([data-task-panel], [data-task-graph]), [aria-haspopup][aria-expanded="true"]';

/** Focus goes into the panel when it opens and back to where it came from when it closes; Escape closes. */
export function usePanelFocus(panel: RefObject<HTMLElement | null>, taskId: number, onClose: () => void): void {
  const rowLink = useEffectEvent(() =>
    document.querySelector<HTMLElement>(`[data-row-link="${taskId}"]:not([inert] *), [data-graph-node="${taskId}"]`),
  );
  const close = useEffectEvent(onClose);

  useEffect(() => {
    const element = panel.current;
    const active = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    const before = leaving ? leaving.before : active;
    // Going through the list with a task open leaves the focus in the list.
    if (leaving === null || leaving.hadFocus) element?.focus({ preventScroll: true });
    if (leaving) clearTimeout(leaving.timer);
    leaving = null;
    return () => {
      const now = document.activeElement;
      const hadFocus = now === null || now === document.body || element?.contains(now) === true;
      const target = rowLink() ?? before;
      const timer = setTimeout(() => {
        leaving = null;
        if (hadFocus && target?.isConnected) target.focus({ preventScroll: true });
      });
      leaving = { before, hadFocus, timer };
    };
  }, [panel]);

  useEffect(() => {
    // A layer above the task closes on Escape before the key arrives here. The same key must not close the task too.
    let covered = false;
    const before = ({ target }: KeyboardEvent) => {
      covered =
        document.querySelector('[aria-modal="true"]') !== null ||
        (target instanceof Element && target.closest(above) !== null);
    };
    const listener = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !covered && isForScreen(event)) {
        event.preventDefault();
        close();
      }
    };
    window.addEventListener('keydown', before, true);
    document.addEventListener('keydown', listener);
    return () => {
      window.removeEventListener('keydown', before, true);
      document.removeEventListener('keydown', listener);
    };
  }, []);
}

import { type RefObject, useEffect } from 'react';
import { useEscape } from '../../../lib/screen-keys';

/** Blocks focus and keys of the screen below while the graph is open. Escape closes the task next to the graph, then the graph. */
export function useGraphDialog(
  dialog: RefObject<HTMLElement | null>,
  { taskOpen, onClose }: { readonly taskOpen: boolean; readonly onClose: () => void },
): void {
  useEffect(() => {
    const element = dialog.current;
    const below = [...(element?.parentElement?.children ?? [])].filter(
      (other): other is HTMLElement =>
        other instanceof HTMLElement && other !== element && !other.matches('[data-task-panel]') && !other.inert,
    );
    for (const other of below) other.inert = true;
    if (document.querySelector('[data-task-panel]') === null) element?.focus({ preventScroll: true });
    return () => {
      for (const other of below) other.inert = false;
    };
  }, [dialog]);

  useEscape(taskOpen, onClose);
}

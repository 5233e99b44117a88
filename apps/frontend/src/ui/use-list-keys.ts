import { keyOf } from '../lib/key-of';
import { isFree, useDocumentKeys } from '../lib/screen-keys';

interface ListKeys {
  /** @param extending the rows in between are selected */
  readonly move: (by: 1 | -1, extending: boolean) => void;
  readonly open: () => void;
  readonly selectAll?: () => void;
  /** Returns true when there was something to clear. */
  readonly clear?: () => boolean;
}

/** j, k and the arrows move the current row from wherever the focus is; arrows leave the open task's own scrolling alone. */
export function useListKeys({ move, open, selectAll, clear }: ListKeys): void {
  useDocumentKeys((event) => {
    // Under an open dialog the screen takes no keys.
    if (!isFree(event) || document.querySelector('#main')?.closest('[inert]')) return;
    const inPanel = event.target instanceof Element && event.target.closest('[data-task-panel]') !== null;
    // Keys within a popup belong to it.
    if (!inPanel && event.target instanceof Element && event.target.closest('[role="dialog"]')) return;
    const key = keyOf(event);
    if (event.ctrlKey || event.metaKey) {
      if (selectAll === undefined || key !== 'a' || event.shiftKey || inPanel) return;
      event.preventDefault();
      selectAll();
      return;
    }
    const arrow = key === 'ArrowDown' || key === 'ArrowUp';
    if (key === 'j' || key === 'k' || (arrow && !inPanel)) {
      event.preventDefault();
      move(key === 'j' || key === 'ArrowDown' ? 1 : -1, event.shiftKey && !inPanel);
      return;
    }
    if (key === 'Escape' && !inPanel && clear?.()) {
      event.preventDefault();
      return;
    }
    const onControl = event.target instanceof Element && event.target.closest('a, button, summary') !== null;
    if (key === 'Enter' && !event.shiftKey && !onControl && !inPanel) {
      event.preventDefault();
      open();
    }
  });
}

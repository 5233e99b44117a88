import { useEffect, useEffectEvent } from 'react';

const typing = 'input, textarea, select, [contenteditable="true"], [role="listbox"], [role="menu"], [role="combobox"]';

/** Whether a key was meant for something else than the screen. */
export function isForScreen(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest(typing)) return false;
  return document.querySelector('[aria-modal="true"]') === null;
}

interface ListKeys {
  readonly move: (by: 1 | -1) => void;
  readonly open: () => void;
}

/** j, k and the arrows move the current row from wherever the focus is; arrows leave the open task's own scrolling alone. */
export function useListKeys({ move, open }: ListKeys): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    // A screen that something stands over takes no keys.
    if (!isForScreen(event) || event.shiftKey || document.querySelector('#main')?.closest('[inert]')) return;
    const inPanel = event.target instanceof Element && event.target.closest('[data-task-panel]') !== null;
    const arrow = event.key === 'ArrowDown' || event.key === 'ArrowUp';
    if (event.key === 'j' || event.key === 'k' || (arrow && !inPanel)) {
      event.preventDefault();
      move(event.key === 'j' || event.key === 'ArrowDown' ? 1 : -1);
      return;
    }
    const onControl = event.target instanceof Element && event.target.closest('a, button, summary') !== null;
    if (event.key === 'Enter' && !onControl && !inPanel) {
      event.preventDefault();
      open();
    }
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

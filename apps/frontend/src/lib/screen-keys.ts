import { useEffect, useEffectEvent } from 'react';

const typing =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable="true"], [role="listbox"], [role="menu"], [role="combobox"]';

/** Whether nobody else takes the key: no field, popup or dialog. */
export function isFree(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.altKey) return false;
  const target = event.target instanceof Element ? event.target : null;
  if (event.key.startsWith('Arrow') && target?.matches('[type="radio"]')) return false;
  return !target?.closest(typing) && document.querySelector('[aria-modal="true"]') === null;
}

/** Whether a key without Ctrl was meant for the screen. */
export const isForScreen = (event: KeyboardEvent): boolean => !event.ctrlKey && !event.metaKey && isFree(event);

/** Escape closes what stands beside or over the screen, unless something above it takes the key. */
export function useEscape(covered: boolean, onClose: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || covered || !isForScreen(event)) return;
    event.preventDefault();
    onClose();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

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

/** Every key that comes as far as the document. */
export function useDocumentKeys(onKey: (event: KeyboardEvent) => void): void {
  const heard = useEffectEvent(onKey);
  useEffect(() => {
    const listener = (event: KeyboardEvent) => heard(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

/** Escape closes the panel or layer of the screen, unless a layer above it handles the key. */
export function useEscape(covered: boolean, onClose: () => void): void {
  useDocumentKeys((event) => {
    if (event.key !== 'Escape' || covered || !isForScreen(event)) return;
    event.preventDefault();
    onClose();
  });
}

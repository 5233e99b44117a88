const typing =
  'input:not([type="checkbox"]), textarea, select, [contenteditable="true"], [role="listbox"], [role="menu"], [role="combobox"]';

/** Whether nobody else takes the key: no field, popup or dialog. */
export function isFree(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.altKey) return false;
  const target = event.target instanceof Element ? event.target : null;
  return !target?.closest(typing) && document.querySelector('[aria-modal="true"]') === null;
}

/** Whether a key without Ctrl was meant for the screen. */
export const isForScreen = (event: KeyboardEvent): boolean => !event.ctrlKey && !event.metaKey && isFree(event);

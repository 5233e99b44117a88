/** Safari ends the composition before it sends the key that confirmed it; that key has this code. */
const composingKeyCode = 229;

const isComposing = (event: KeyboardEvent) => event.isComposing || event.keyCode === composingKeyCode;

const stop = (event: Event) => event.stopPropagation();

function keepFromScreen(event: KeyboardEvent) {
  if (!isComposing(event)) return;
  const editor = event.target instanceof Element ? event.target.closest('[contenteditable="true"]') : null;
  // An editor follows the composition itself; nothing around it hears of the key.
  if (editor === null) event.stopImmediatePropagation();
  else editor.addEventListener('keydown', stop, { once: true });
}

/**
 * Keeps keys that an input method uses from every handler: Enter that confirms a Japanese word neither saves nor sends, and Escape
 * that rejects it closes nothing. The browser and the input method still get them. Returns how to stop.
 */
export function ignoreComposingKeys(): () => void {
  document.addEventListener('keydown', keepFromScreen, true);
  return () => document.removeEventListener('keydown', keepFromScreen, true);
}

/** A draft of the browser outlives its tab, a draft of a tab ends with it. Signing out removes both (`kept-here.ts`). */
export type DraftPlace = 'browser' | 'tab';

const storageOf = (place: DraftPlace): Storage => (place === 'tab' ? sessionStorage : localStorage);

/** Returns the draft under the key, perhaps one of another version; null without one. */
export function readDraft(key: string, place: DraftPlace): unknown {
  try {
    return JSON.parse(storageOf(place).getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** Keeps a draft; null removes it. */
export function keepDraft(key: string, draft: unknown, place: DraftPlace): void {
  try {
    if (draft === null) storageOf(place).removeItem(key);
    else storageOf(place).setItem(key, JSON.stringify(draft));
  } catch {
    // A full or forbidden storage only means that nothing is kept.
  }
}

import { onSignOut } from './sign-out';

/** A draft of the browser outlives its tab, a draft of a tab ends with it. Signing out removes both (`kept-here.ts`). */
export type DraftPlace = 'browser' | 'tab';

const storageOf = (place: DraftPlace): Storage => (place === 'tab' ? sessionStorage : localStorage);

/** Drafts that a full or forbidden storage refused. They end with the page. */
const refused = new Map<string, unknown>();
onSignOut(() => refused.clear());

/** Returns the draft under the key, perhaps one of another version; null without one. */
export function readDraft(key: string, place: DraftPlace): unknown {
  if (refused.has(key)) return refused.get(key);
  try {
    return JSON.parse(storageOf(place).getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** Keeps a draft; null removes it. */
export function keepDraft(key: string, draft: unknown, place: DraftPlace): void {
  refused.delete(key);
  try {
    if (draft === null) storageOf(place).removeItem(key);
    else storageOf(place).setItem(key, JSON.stringify(draft));
  } catch {
    if (draft !== null) refused.set(key, draft);
  }
}

/** Returns the keys of several drafts of one kind. */
export function draftKeys(prefix: string, place: DraftPlace): readonly string[] {
  try {
    return Object.keys(storageOf(place)).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}

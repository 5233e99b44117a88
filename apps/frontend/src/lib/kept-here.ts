import { randomId } from './random-id';
import { forgetShared } from './shared-content';

/**
 * A browser stores personal data under `gos-WORDS-PERSON`, optionally followed by a dash and more: unsent texts, last choices, open
 * items.
 * Theme and language belong to the browser and have no such key.
 */
const isOf = (userId: number) => new RegExp(`^gos-[a-z-]+-${userId}(-|$)`);

/** In all tabs, and in each of them, from the first screen of a person to their sign-out; beyond a session that expires. */
const visitKey = (userId: number) => `gos-visit-${userId}`;

function forget(storage: Storage, userId: number): void {
  const form = isOf(userId);
  for (const key of Object.keys(storage)) {
    if (form.test(key) && key !== visitKey(userId)) storage.removeItem(key);
  }
}

/** A forbidden storage keeps nothing. */
function unlessForbidden<T>(use: () => T, instead: T): T {
  try {
    return use();
  } catch {
    return instead;
  }
}

/** Takes away what this browser keeps of the person, in this tab and for all. */
export function forgetKept(userId: number): void {
  forgetInTab(userId);
  unlessForbidden(() => forget(localStorage, userId), undefined);
  void forgetShared();
}

/** Takes away what this tab alone keeps of the person. */
function forgetInTab(userId: number): void {
  unlessForbidden(() => forget(sessionStorage, userId), undefined);
}

/**
 * The person is here. A tab that was asleep, or closed and brought back, while they signed out keeps nothing of before.
 */
export function beginVisit(userId: number): void {
  const key = visitKey(userId);
  if (isVisitOver(userId)) forgetInTab(userId);
  unlessForbidden(() => {
    const visit = localStorage.getItem(key) ?? randomId();
    localStorage.setItem(key, visit);
    sessionStorage.setItem(key, visit);
  }, undefined);
}

/** The person has signed out here; their other tabs hear of it. */
export function endVisit(userId: number): void {
  forgetKept(userId);
  leaveVisit(userId);
  unlessForbidden(() => localStorage.removeItem(visitKey(userId)), undefined);
}

/** The person has signed out in another tab. */
export function leaveVisit(userId: number): void {
  forgetInTab(userId);
  unlessForbidden(() => sessionStorage.removeItem(visitKey(userId)), undefined);
}

/** Whether the person whom this tab shows has signed out in another one, even if they have come back since. */
export function isVisitOver(userId: number): boolean {
  const key = visitKey(userId);
  return unlessForbidden(() => {
    const visit = sessionStorage.getItem(key);
    return visit !== null && visit !== localStorage.getItem(key);
  }, false);
}

/** Whether a change of what all tabs share may mean that somebody came or went; null is the key of everything. */
export const isOfVisits = (key: string | null): boolean => key === null || /^gos-visit-\d+$/.test(key);

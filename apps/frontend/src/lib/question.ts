import { useSyncExternalStore } from 'react';
import { onSignOut } from './sign-out';

/** A place for one question to the person. A sign-out takes it back. */
export interface QuestionStore<Q> {
  /** Shows the question; null takes it back. */
  readonly ask: (question: Q | null) => void;
  /** Returns the question that waits for an answer, or null. */
  readonly useQuestion: () => Q | null;
}

export function questionOf<Q>(): QuestionStore<Q> {
  let asked: Q | null = null;
  const watchers = new Set<() => void>();

  function ask(question: Q | null): void {
    asked = question;
    for (const watcher of watchers) watcher();
  }
  onSignOut(() => ask(null));

  function subscribe(watcher: () => void) {
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  }
  return { ask, useQuestion: () => useSyncExternalStore(subscribe, () => asked) };
}

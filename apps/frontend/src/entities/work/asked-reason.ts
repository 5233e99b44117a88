import { useSyncExternalStore } from 'react';
import { onSignOut } from '../../lib/sign-out';

/** A correction that waits for its reason; null answers that it was given up. */
export interface ReasonQuestion {
  readonly answer: (reason: string | null) => void;
}

let asked: ReasonQuestion | null = null;
const watchers = new Set<() => void>();

export function askReason(question: ReasonQuestion | null): void {
  asked = question;
  for (const watcher of watchers) watcher();
}
onSignOut(() => askReason(null));

function subscribe(watcher: () => void) {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

export const useReasonQuestion = () => useSyncExternalStore(subscribe, () => asked);

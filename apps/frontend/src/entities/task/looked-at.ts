import { onSignOut } from '../../lib/sign-out';

/** The revisions that the reader has seen or made in this tab, by task; they are not shown as news. */
const revisions = new Map<number, number>();
const watchers = new Set<() => void>();
let version = 0;

export function noteLookedAt(taskId: number, revision: number): void {
  if ((revisions.get(taskId) ?? 0) >= revision) return;
  revisions.set(taskId, revision);
  version += 1;
  for (const watcher of watchers) watcher();
}

export const lookedAt = {
  revisions: revisions as ReadonlyMap<number, number>,
  version: () => version,
  subscribe(watcher: () => void): () => void {
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  },
  forget(): void {
    revisions.clear();
    version += 1;
  },
};
onSignOut(lookedAt.forget);

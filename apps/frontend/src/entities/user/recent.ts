import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { useReader } from './use-reader';

const kept = 8;

const watchers = new Set<() => void>();

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function valuesOf<T>(text: string | null, is: (value: unknown) => value is T): readonly T[] {
  try {
    const found: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(found) ? found.filter(is).slice(0, kept) : [];
  } catch {
    return [];
  }
}

interface Recent<T> {
  readonly recent: readonly T[];
  readonly remember: (value: T) => void;
}

/** Returns the latest choices on this computer, the latest first, shared by all fields. */
export function useRecent<T>(
  kind: 'people' | 'tags',
  is: (value: unknown) => value is T,
  same: (a: T, b: T) => boolean,
): Recent<T> {
  const key = `gos-recent-${kind}-${useReader().id}`;
  const text = useSyncExternalStore(watch, () => stored(key));
  const recent = useMemo(() => valuesOf(text, is), [text, is]);
  const remember = useCallback(
    (value: T) => {
      const others = valuesOf(stored(key), is).filter((one) => !same(one, value));
      try {
        localStorage.setItem(key, JSON.stringify([value, ...others].slice(0, kept)));
      } catch {
        // A full or forbidden storage only means that nothing is remembered.
      }
      for (const watcher of watchers) watcher();
    },
    [key, is, same],
  );
  return { recent, remember };
}

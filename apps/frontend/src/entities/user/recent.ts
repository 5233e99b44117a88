import { useCallback, useState } from 'react';
import { useReader } from './use-reader';

const kept = 8;

/** What one person chose last on this computer, the latest first. */
function read<T>(key: string, is: (value: unknown) => value is T): readonly T[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(found) ? found.filter(is).slice(0, kept) : [];
  } catch {
    return [];
  }
}

interface Recent<T> {
  readonly recent: readonly T[];
  readonly remember: (value: T) => void;
  /** Looks again: another field may have been used since. */
  readonly look: () => void;
}

export function useRecent<T>(
  kind: 'people' | 'tags',
  is: (value: unknown) => value is T,
  same: (a: T, b: T) => boolean,
): Recent<T> {
  const key = `gos-recent-${kind}-${useReader().id}`;
  const [recent, setRecent] = useState(() => read(key, is));
  const look = useCallback(() => setRecent(read(key, is)), [key, is]);
  const remember = useCallback(
    (value: T) => {
      const next = [value, ...read(key, is).filter((one) => !same(one, value))].slice(0, kept);
      setRecent(next);
      try {
        localStorage.setItem(key, JSON.stringify(next));
      } catch {
        // A full or forbidden storage only means that nothing is remembered.
      }
    },
    [key, is, same],
  );
  return { recent, remember, look };
}

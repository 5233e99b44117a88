import { replaceEqualDeep } from '@tanstack/react-query';
import { type SetStateAction, useState } from 'react';
import { useEventCallback } from './use-event-callback';

/**
 * What follows from what it was in the drawing before. The only place that sets state while rendering, as React asks for where
 * history matters; whatever can do without history is derived instead.
 * @param next applied to its own result it answers that very result
 */
export function useDerivedState<T>(next: (before: T | undefined) => T): T {
  const [kept, setKept] = useState<T>(() => next(undefined));
  const now = next(kept);
  if (now !== kept) setKept(() => now);
  return now;
}

/** The previous object, or its equal parts, for as long as the value is deeply equal. */
export const useStructurallyEqual = <T>(value: T): T => useDerivedState<T>((before) => replaceEqualDeep(before, value));

/** State under a key: with another key it begins anew, while what is drawn of it stays where it stands. */
export function useStateUnder<T>(key: unknown, initial: T): [T, (next: SetStateAction<T>) => void] {
  // Another object each time that the key comes: who returns to it begins anew too.
  const visit = useDerivedState<{ readonly key: unknown }>((before) =>
    before !== undefined && before.key === key ? before : { key },
  );
  const [given, setGiven] = useState<{ readonly visit: object; readonly value: T } | null>(null);
  const valueIn = (present: typeof given) => (present?.visit === visit ? present.value : initial);
  const set = useEventCallback((next: SetStateAction<T>) =>
    setGiven((present) => ({
      visit,
      value: typeof next === 'function' ? (next as (before: T) => T)(valueIn(present)) : next,
    })),
  );
  return [valueIn(given), set];
}

import { replaceEqualDeep } from '@tanstack/react-query';
import { type SetStateAction, useState } from 'react';
import { useEventCallback } from './use-event-callback';

/**
 * State derived from its previous value. This is the only place that sets state while rendering, as React requires where history
 * matters; a value without history is derived directly.
 * @param next idempotent: applied to its own result it returns the same result
 */
export function useDerivedState<T>(next: (before: T | undefined) => T): T {
  const [kept, setKept] = useState<T>(() => next(undefined));
  const now = next(kept);
  if (now !== kept) setKept(() => now);
  return now;
}

/** The previous object, or its equal parts, for as long as the value is deeply equal. */
export const useStructurallyEqual = <T>(value: T): T => useDerivedState<T>((before) => replaceEqualDeep(before, value));

/** Returns state that resets when the key changes, without remounting its elements. */
export function useStateUnder<T>(key: unknown, initial: T): [T, (next: SetStateAction<T>) => void] {
  // A new object for each visit: returning to an earlier key also resets the state.
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

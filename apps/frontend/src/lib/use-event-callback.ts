import { replaceEqualDeep } from '@tanstack/react-query';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';

/** The same function for as long as the component is there; it does what the latest one does. */
export function useEventCallback<A extends unknown[], R>(latest: (...given: A) => R): (...given: A) => R {
  const kept = useRef(latest);
  useLayoutEffect(() => {
    kept.current = latest;
  });
  return useCallback((...given) => kept.current(...given), []);
}

/** The same object, and in it the same parts, for as long as they say the same. */
export function useStructurallyEqual<T>(value: T): T {
  const [kept, setKept] = useState(value);
  const next = replaceEqualDeep(kept, value);
  if (next !== kept) setKept(next);
  return next;
}

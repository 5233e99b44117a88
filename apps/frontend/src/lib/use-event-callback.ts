import { replaceEqualDeep } from '@tanstack/react-query';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';

/** A function with a stable identity that calls the latest version. */
export function useEventCallback<A extends unknown[], R>(latest: (...given: A) => R): (...given: A) => R {
  const kept = useRef(latest);
  useLayoutEffect(() => {
    kept.current = latest;
  });
  return useCallback((...given) => kept.current(...given), []);
}

/** The previous object, or its equal parts, for as long as the value is deeply equal. */
export function useStructurallyEqual<T>(value: T): T {
  const [kept, setKept] = useState(value);
  const next = replaceEqualDeep(kept, value);
  if (next !== kept) setKept(next);
  return next;
}

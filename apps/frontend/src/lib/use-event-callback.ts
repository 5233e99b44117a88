import { useCallback, useLayoutEffect, useRef } from 'react';

/** A function with a stable identity that calls the latest version. */
export function useEventCallback<A extends unknown[], R>(latest: (...given: A) => R): (...given: A) => R {
  const kept = useRef(latest);
  useLayoutEffect(() => {
    kept.current = latest;
  });
  return useCallback((...given) => kept.current(...given), []);
}

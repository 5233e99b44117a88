import { type RefObject, useEffect, useRef } from 'react';

/** Returns a flag that is false after unmounting, so that a late answer can be shown elsewhere. */
export function useIsThere(): RefObject<boolean> {
  const there = useRef(true);
  useEffect(() => {
    there.current = true;
    return () => {
      there.current = false;
    };
  }, []);
  return there;
}

import { type RefObject, useEffect, useRef } from 'react';

/** False once what asks is no longer on the screen, so that an answer that comes late finds another way. */
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

import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** Width of the element that contains the referenced one, in pixels; null before it is measured. */
export function useWidthAround<T extends HTMLElement>(): readonly [RefObject<T | null>, number | null] {
  const inner = useRef<T>(null);
  const [width, setWidth] = useState<number | null>(null);
  useLayoutEffect(() => {
    const around = inner.current?.parentElement;
    if (!around) return;
    const measure = () => setWidth(around.clientWidth || null);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(around);
    return () => observer.disconnect();
  }, []);
  return [inner, width];
}

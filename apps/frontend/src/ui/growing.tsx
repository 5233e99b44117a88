import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

/** Says once that an element comes near the screen; where that cannot be watched it always is. */
export function useNear(element: RefObject<Element | null>, onNear: () => void): void {
  useEffect(() => {
    if (element.current === null) return;
    if (typeof IntersectionObserver === 'undefined') return onNear();
    const observer = new IntersectionObserver(
      (entries) => {
        // Several may have come since the last time, oldest first.
        if (!entries.at(-1)?.isIntersecting) return;
        observer.disconnect();
        onNear();
      },
      // Columns and, on a phone, the screen scroll within the window.
      { rootMargin: '600px', scrollMargin: '600px' },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, onNear]);
}

function End({ onNear }: { readonly onNear: () => void }) {
  const element = useRef<HTMLDivElement>(null);
  useNear(element, onNear);
  return <div ref={element} aria-hidden />;
}

const atOnce = 60;

/** How many of many rows to draw: the first at once, more as their end, which is to be drawn below them, comes near. */
export function useGrowing(total: number) {
  const [count, setCount] = useState(atOnce);
  const grow = useCallback(() => setCount((now) => now + atOnce), []);
  return { count, end: count < total ? <End key={count} onNear={grow} /> : null };
}

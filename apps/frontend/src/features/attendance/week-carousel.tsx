import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import classes from './week-carousel.module.css';

interface WeekCarouselProps {
  readonly label: string;
  /** What is in the middle; whenever it changes, the middle is shown. */
  readonly shown: string;
  readonly onTurn: (by: 1 | -1) => void;
  /** What is shown, or what is before or after it. */
  readonly page: (by: -1 | 0 | 1) => ReactNode;
}

const settledMs = 120;
/** Where no finger can come there is nothing to swipe. */
const swipes = () => navigator.maxTouchPoints > 0;

/** Three pages side by side: swiped to the one before or after, that becomes the middle one. */
export function WeekCarousel({ label, shown, onTurn, page }: WeekCarouselProps) {
  const root = useRef<HTMLElement>(null);
  const touching = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** The pages beside are empty until they are about to be seen. */
  const [reached, setReached] = useState(false);
  const [pages] = useState(() => (swipes() ? ([-1, 0, 1] as const) : ([0] as const)));

  useLayoutEffect(() => {
    const element = root.current;
    if (element) element.scrollLeft = element.clientWidth;
  }, [shown]);

  useEffect(() => {
    const element = root.current;
    if (!element || typeof ResizeObserver === 'undefined') return;
    const turned = new ResizeObserver(() => {
      element.scrollLeft = element.clientWidth;
    });
    turned.observe(element);
    return () => {
      turned.disconnect();
      clearTimeout(timer.current);
    };
  }, []);

  function settle() {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const element = root.current;
      if (!element || touching.current || element.scrollWidth <= element.clientWidth) return;
      const at = element.scrollLeft / element.clientWidth;
      if (at < 0.1) onTurn(-1);
      else if (at > 1.9) onTurn(1);
    }, settledMs);
  }

  const hold = (held: boolean) => () => {
    touching.current = held;
    if (held) setReached(true);
    else settle();
  };
  return (
    <section
      ref={root}
      aria-label={label}
      className={classes.carousel}
      data-week-carousel
      onScroll={settle}
      onTouchStart={hold(true)}
      onTouchEnd={hold(false)}
      onTouchCancel={hold(false)}
    >
      {pages.map((by) => (
        <div key={by} className={classes.page} inert={by !== 0} data-page={by}>
          {(by === 0 || reached) && page(by)}
        </div>
      ))}
    </section>
  );
}

import { addDays, type Day } from '@gos/domain';
import useEmblaCarousel from 'embla-carousel-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useEventCallback } from '../../lib/use-event-callback';
import { isShownWeek } from './availability-address';
import classes from './week-carousel.module.css';

interface WeekCarouselProps {
  readonly label: string;
  readonly monday: Day;
  readonly onTurn: (by: 1 | -1) => void;
  /** Renders a week; `by` is its distance from the shown one. */
  readonly page: (monday: Day, by: -1 | 0 | 1) => ReactNode;
}

const slides = [0, 1, 2] as const;
type Distance = -1 | 0 | 1;

/** Distance from one slide to another around the circle of three. */
const distance = (from: number, to: number) => (((to - from + 4) % 3) - 1) as Distance;

const hasTouch = () => navigator.maxTouchPoints > 0;

const options = {
  loop: true,
  startIndex: 1,
  watchDrag: (_: unknown, event: MouseEvent | TouchEvent) => event.type.startsWith('touch'),
  breakpoints: { '(prefers-reduced-motion: reduce)': { duration: 0 } },
};

/**
 * Three slides in a circle, swiped by finger. A swipe moves to the next slide and the week follows, so no slide is ever moved back
 * and no movement of our own can look like a swipe.
 */
function SwipedWeeks({ monday, onTurn, page }: Omit<WeekCarouselProps, 'label'>) {
  const [root, carousel] = useEmblaCarousel(options);
  const [shown, setShown] = useState({ slide: 1, monday });
  const [known, setKnown] = useState(monday);
  /** The side slides stay empty until a finger arrives. */
  const [touched, setTouched] = useState(false);
  if (known !== monday) {
    setKnown(monday);
    if (shown.monday !== monday) setShown({ ...shown, monday });
  }

  const select = useEventCallback(() => {
    const slide = carousel!.selectedScrollSnap();
    const by = distance(shown.slide, slide);
    if (by === 0) return;
    const next = addDays(shown.monday, 7 * by);
    if (!isShownWeek(next)) return carousel!.scrollTo(shown.slide);
    setShown({ slide, monday: next });
    onTurn(by);
  });
  useEffect(() => {
    carousel?.on('select', select);
    return () => void carousel?.off('select', select);
  }, [carousel, select]);

  return (
    <div ref={root} className={classes.window} onTouchStart={() => setTouched(true)}>
      <div className={classes.slides}>
        {slides.map((slide) => {
          const by = distance(shown.slide, slide);
          return (
            <div key={slide} className={classes.slide} inert={by !== 0} data-page={by}>
              {(by === 0 || touched) && page(addDays(shown.monday, 7 * by), by)}
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** Shows a week; on a touch screen a swipe turns to the week before or after it. */
export function WeekCarousel({ label, ...weeks }: WeekCarouselProps) {
  const [isSwiped] = useState(hasTouch);
  return (
    <section aria-label={label} data-week-carousel>
      {isSwiped ? <SwipedWeeks {...weeks} /> : <div data-page={0}>{weeks.page(weeks.monday, 0)}</div>}
    </section>
  );
}

import { addDays, type Day } from '@gos/domain';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { useT } from '../../i18n';
import { announce } from '../../lib/announce';
import { dayTexts } from '../../ui/day-text';
import { createAutoScroll } from '../../ui/drag/auto-scroll';
import { listenToPointer, type Point } from '../../ui/drag/pointer-drag';
import { isShownDay } from '../../ui/shown-days';
import { showProblem } from '../../ui/toast';
import { monthsLater } from './calendar-days';
import type { CalendarEntry } from './calendar-entries';

export interface CarriedEntry {
  readonly entry: CalendarEntry;
  /** where it would be put down */
  readonly day: Day;
  readonly by: 'pointer' | 'keyboard';
}

const steps: Readonly<Record<string, (day: Day) => Day>> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  PageUp: (day) => monthsLater(day, -1),
  PageDown: (day) => monthsLater(day, 1),
};

const dayUnder = ({ x, y }: Point): Day | undefined =>
  document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-day]')?.dataset.day;

export const entryElement = (key: string) => document.querySelector<HTMLElement>(`[data-entry="${key}"]`);

interface CarryingInput {
  readonly root: RefObject<HTMLElement | null>;
  /** Where what the pointer holds is drawn. */
  readonly overlay: RefObject<HTMLElement | null>;
  readonly find: (key: string) => CalendarEntry | undefined;
  /** Brings a day into view. */
  readonly show: (day: Day) => void;
  readonly move: (entry: CalendarEntry, day: Day) => Promise<void>;
}

/** Lifts an entry by mouse, finger or the space bar, takes it along to other days, and puts it down. */
export function useCarriedEntry({ root, overlay, find, show, move }: CarryingInput): CarriedEntry | null {
  const t = useT();
  const { locale } = useIntl();
  const [carried, setCarried] = useState<CarriedEntry | null>(null);
  const scrolling = useRef<ReturnType<typeof createAutoScroll> | null>(null);
  const pointer = useRef<Point>({ x: 0, y: 0 });
  /** The dragged entry, before React has rendered it too: several events can arrive between two frames. */
  const held = useRef<CarriedEntry | null>(null);
  const long = (day: Day) => dayTexts.long(locale, day);

  function entryAt(target: Element): CalendarEntry | undefined {
    const key = target.closest<HTMLElement>('[data-entry]')?.dataset.entry;
    return key === undefined ? undefined : find(key);
  }

  function putDown({ entry, day, by }: CarriedEntry) {
    hold(null);
    if (day !== entry.day) void move(entry, day);
    if (by === 'pointer') return;
    announce(
      day === entry.day
        ? t('calendar.carry.cancelled', { name: entry.item.name, day: long(day) })
        : t('calendar.carry.dropped', { name: entry.item.name, day: long(day) }),
    );
    requestAnimationFrame(() => entryElement(entry.key)?.focus());
  }

  function hold(what: CarriedEntry | null) {
    held.current = what;
    setCarried(what);
  }

  function draw({ x, y }: Point) {
    if (overlay.current !== null) overlay.current.style.transform = `translate(${x + 10}px, ${y + 8}px)`;
  }

  const onPointer = {
    lift: useEffectEvent((target: Element) => {
      const entry = held.current === null ? entryAt(target) : undefined;
      return entry?.can === true ? entry : null;
    }),
    start: useEffectEvent((entry: CalendarEntry, at: Point) => {
      hold({ entry, day: entry.day, by: 'pointer' });
      pointer.current = at;
      scrolling.current = createAutoScroll(() => onPointer.aim());
    }),
    aim: useEffectEvent(() => {
      const day = dayUnder(pointer.current);
      if (day !== undefined && held.current !== null && held.current.day !== day) hold({ ...held.current, day });
    }),
    move: useEffectEvent((to: Point) => {
      pointer.current = to;
      draw(to);
      scrolling.current?.at(to);
      onPointer.aim();
    }),
    end: useEffectEvent((how: 'drop' | 'cancel') => {
      scrolling.current?.stop();
      const last = held.current;
      if (last !== null) putDown(how === 'drop' ? last : { ...last, day: last.entry.day });
    }),
  };

  useEffect(() => {
    if (root.current === null) return;
    return listenToPointer<CalendarEntry>(root.current, {
      lift: (target) => onPointer.lift(target),
      start: (entry, at) => onPointer.start(entry, at),
      move: (to) => onPointer.move(to),
      drop: () => onPointer.end('drop'),
      cancel: () => onPointer.end('cancel'),
    });
  }, [root]);

  // Draw a newly lifted entry at the pointer.
  useEffect(() => {
    if (carried?.by === 'pointer') draw(pointer.current);
  });

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const now = held.current;
    if (now?.by !== 'keyboard') return lift(event);
    const stepped = steps[event.key]?.(now.day);
    const next = isShownDay(stepped) ? stepped : undefined;
    if (event.key === 'Tab') return hold(null);
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') return putDown({ ...now, day: now.entry.day });
    if (event.key === ' ' || event.key === 'Enter') return putDown(now);
    if (next === undefined) return;
    hold({ ...now, day: next });
    show(next);
    announce(long(next));
  });

  /** The space bar lifts the entry that has the focus. */
  function lift(event: KeyboardEvent) {
    if (event.key !== ' ' || event.ctrlKey || event.metaKey || event.altKey || held.current !== null) return;
    const entry = event.target instanceof Element ? entryAt(event.target) : undefined;
    if (entry === undefined) return;
    event.preventDefault();
    if (entry.can !== true) return showProblem(undefined, t(entry.can));
    hold({ entry, day: entry.day, by: 'keyboard' });
    announce(t('calendar.carry.lifted', { name: entry.item.name, day: long(entry.day) }));
  }

  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener, { capture: true });
    return () => document.removeEventListener('keydown', listener, { capture: true });
  }, []);

  return carried;
}

import { useEffect, useRef, useState } from 'react';
import { useDerivedState, useStateUnder } from '../lib/use-derived-state';
import { useEventCallback } from '../lib/use-event-callback';

/**
 * Debounces the text of a search field. The typed text stays unless a different value comes from outside, such as by going back.
 * @param of subject of the search; the text resets when it changes
 */
export function useTypedText(value: string, onChange: (text: string) => void, of?: string) {
  const [asked, setAsked] = useState(value);
  const given = useDerivedState<{ readonly of: string | undefined; readonly value: string; readonly since: object }>(
    (before) => {
      if (before === undefined || before.of !== of) return { of, value, since: {} };
      if (before.value === value) return before;
      return { of, value, since: value === asked ? before.since : {} };
    },
  );
  const [text, setText] = useStateUnder(given.since, value);
  const waiting = useRef<{ readonly text: string; readonly timer: ReturnType<typeof setTimeout> }>(undefined);
  const stopWaiting = useEventCallback(() => {
    clearTimeout(waiting.current?.timer);
    waiting.current = undefined;
  });
  useEffect(() => stopWaiting, [given.since, stopWaiting]);

  const ask = useEventCallback((next: string) => {
    stopWaiting();
    setAsked(next.trim());
    onChange(next.trim());
  });
  const type = useEventCallback((next: string, waitMs: number) => {
    setText(next);
    stopWaiting();
    waiting.current = { text: next, timer: setTimeout(() => ask(next), waitMs) };
  });
  /** Call it when the focus leaves the field. A later call of `onChange` could cancel the navigation that the person starts next. */
  const settle = useEventCallback(() => {
    if (waiting.current) ask(waiting.current.text);
  });
  return { text, type, ask, settle };
}

import { useEffect, useRef, useState } from 'react';
import { useEventCallback } from '../lib/use-event-callback';
import { useKept, useStateUnder } from '../lib/use-kept';

/**
 * The text of a field that asks once the typing rests: what is being typed stands, unless another value comes from elsewhere,
 * such as by going back.
 * @param of what is asked about; the text starts over when it changes
 */
export function useTypedText(value: string, onChange: (text: string) => void, of?: string) {
  const [asked, setAsked] = useState(value);
  const given = useKept<{ readonly of: string | undefined; readonly value: string; readonly since: object }>(
    (before) => {
      if (before === undefined || before.of !== of) return { of, value, since: {} };
      if (before.value === value) return before;
      return { of, value, since: value === asked ? before.since : {} };
    },
  );
  const [text, setText] = useStateUnder(given.since, value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), [given.since]);

  const ask = useEventCallback((next: string) => {
    clearTimeout(timer.current);
    setAsked(next.trim());
    onChange(next.trim());
  });
  const type = useEventCallback((next: string, waitMs: number) => {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => ask(next), waitMs);
  });
  return { text, type, ask };
}

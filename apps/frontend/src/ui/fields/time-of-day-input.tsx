import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { readTimeOfDay } from './time-of-day';

interface TimeOfDayInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'type' | 'onBlur'> {
  /** `HH:MM`, empty, or the typed text that is not a time */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/**
 * A time of day that is typed. The browser's own field would show AM and PM in the language of the browser, not of the reader. A phone shows digits: 830 is enough.
 * `onChange` receives `HH:MM`, or the text itself when it is not a time, so that nothing typed is lost and its check can refuse it.
 */
export function TimeOfDayInput({ value, onChange, ...props }: TimeOfDayInputProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextInput
      autoComplete="off"
      inputMode="numeric"
      placeholder="--:--"
      {...props}
      value={typed ?? value}
      onChange={({ currentTarget }) => {
        const text = currentTarget.value;
        setTyped(text);
        onChange(readTimeOfDay(text) ?? text);
      }}
      onBlur={() => setTyped(null)}
    />
  );
}

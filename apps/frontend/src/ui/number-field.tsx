import { TextInput } from '@mantine/core';
import { useState } from 'react';

export interface Notation {
  /** NaN for a text that is no such number */
  readonly read: (text: string) => number;
  readonly write: (value: number) => string;
}

export const wholeNumber: Notation = { read: Number, write: String };

interface NumberFieldProps {
  readonly notation: Notation;
  readonly placeholder?: string;
  readonly label: string;
  readonly name: string;
  readonly value: number | null;
  readonly error: string | undefined;
  /** NaN while the text is no number */
  readonly onChange: (value: number | null) => void;
  readonly onBlur?: () => void;
}

/** A number as it is typed. */
export function NumberField({ notation, placeholder, label, name, value, error, onChange, onBlur }: NumberFieldProps) {
  const numberIn = (text: string) => (text.trim() === '' ? null : notation.read(text.trim()));
  const textOfNumber = (number: number | null) =>
    number === null || Number.isNaN(number) ? '' : notation.write(number);
  const [text, setText] = useState(textOfNumber(value));
  // Another value from outside, such as an offered draft.
  const shown = Object.is(numberIn(text), value) ? text : textOfNumber(value);
  return (
    <TextInput
      label={label}
      {...(notation === wholeNumber && { inputMode: 'numeric' })}
      placeholder={placeholder}
      value={shown}
      onChange={(event) => {
        setText(event.currentTarget.value);
        onChange(numberIn(event.currentTarget.value));
      }}
      onBlur={onBlur}
      error={error}
      data-field={name}
    />
  );
}

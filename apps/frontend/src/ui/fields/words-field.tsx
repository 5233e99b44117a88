import { TextInput } from '@mantine/core';
import type { KeyboardEvent, Ref } from 'react';
import { CalendarNote } from './calendar-note';

/** Whether the key is a letter or a digit, which a text begins with. */
export const isTyped = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  !(ctrlKey || metaKey || altKey) && /^[\p{L}\d+]$/u.test(key);

interface WordsFieldProps {
  readonly ref: Ref<HTMLInputElement>;
  readonly label: string;
  readonly example: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly onEnter: () => void;
  /** How the text is read. */
  readonly note: string | null;
  /** Why it is not, instead. */
  readonly error: string | null;
}

/** A field for a day in words, and below it how it is read. */
export const WordsField = ({ ref, label, example, value, onChange, onEnter, note, error }: WordsFieldProps) => (
  <>
    <TextInput
      ref={ref}
      size="xs"
      autoComplete="off"
      aria-label={label}
      placeholder={example}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        onEnter();
      }}
      error={error !== null}
    />
    <CalendarNote mt={4} mb={4} c={error === null ? 'dimmed' : 'var(--gos-late-text)'} role="status">
      {error ?? note}
    </CalendarNote>
  </>
);

import { TextInput } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { useStateUnder } from '../../lib/use-derived-state';

interface SavedTextProps {
  readonly labelId: string;
  readonly aboutId: string;
  readonly value: string;
  readonly wrong: boolean;
  readonly numeric?: boolean;
  readonly placeholder?: string;
  readonly maw?: number;
  readonly after?: ReactNode;
  /** Returns whether the text is valid. */
  readonly onSave: (text: string) => boolean;
  readonly onEscape: () => void;
}

/** A text that Enter and leaving the field save; Escape restores the saved text. */
export function SavedText({
  labelId,
  aboutId,
  value,
  wrong,
  numeric = false,
  placeholder,
  maw,
  after,
  onSave,
  onEscape,
}: SavedTextProps) {
  const [text, setText] = useStateUnder(value, value);
  const saved = useRef(value);
  const save = () => {
    if (text === value || (text === saved.current && wrong)) return;
    saved.current = text;
    onSave(text);
  };
  return (
    <TextInput
      size="sm"
      maw={maw}
      inputMode={numeric ? 'numeric' : undefined}
      placeholder={placeholder}
      aria-labelledby={labelId}
      aria-describedby={aboutId}
      error={wrong}
      value={text}
      rightSection={after}
      rightSectionWidth={after === undefined ? undefined : 64}
      rightSectionPointerEvents="none"
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === 'Enter') save();
        if (event.key !== 'Escape') return;
        setText(value);
        onEscape();
      }}
    />
  );
}
